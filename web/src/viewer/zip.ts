// A zip archive, its files stored as they are.

const kTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

export function crc32(data: Uint8Array): number {
  let c = 0xffffffff;
  for (const byte of data) c = kTable[(c ^ byte) & 0xff] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

const kVersion = 20;
const kUtf8 = 0x800; // how names are written
const kFirstDay = 0x21; // 1980-01-01: the same content, the same bytes

// Little-endian numbers of two bytes (given as [x, 2]) or four.
function fields(...numbers: [number, 2 | 4][]): Uint8Array<ArrayBuffer> {
  const out = new DataView(new ArrayBuffer(numbers.reduce((n, [, size]) => n + size, 0)));
  let at = 0;
  for (const [x, size] of numbers) {
    if (size === 2) out.setUint16(at, x, true);
    else out.setUint32(at, x, true);
    at += size;
  }
  return new Uint8Array(out.buffer);
}

export function zip(files: [name: string, content: string | Uint8Array<ArrayBuffer>][]): Blob {
  const encode = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  const size = (list: Uint8Array[]) => list.reduce((n, part) => n + part.length, 0);
  for (const [name, content] of files) {
    const data = typeof content === 'string' ? encode(content) : content;
    const path = encode(name);
    const common: [number, 2 | 4][] = [[kVersion, 2], [kUtf8, 2], [0, 2], [0, 2], [kFirstDay, 2], [crc32(data), 4], [data.length, 4], [data.length, 4], [path.length, 2], [0, 2]];
    const local = [fields([0x04034b50, 4], ...common), path, data];
    directory.push(fields([0x02014b50, 4], [kVersion, 2], ...common, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]), path);
    parts.push(...local);
    offset += size(local);
  }
  const end = fields([0x06054b50, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2], [size(directory), 4], [offset, 4], [0, 2]);
  return new Blob([...parts, ...directory, end], { type: 'application/zip' });
}

export function download(name: string, content: Blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
