// Typed arrays out of the base64 text in a page's data.

function bytes(text: string): ArrayBuffer {
  const raw = atob(text);
  const out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; ++i) out[i] = raw.charCodeAt(i);
  return out.buffer;
}

export const floats = (text: string) => new Float32Array(bytes(text));
export const doubles = (text: string) => new Float64Array(bytes(text));
export const words = (text: string) => new Uint32Array(bytes(text));
export const octets = (text: string) => new Uint8Array(bytes(text));

// The data that the program put into the page.
export function pageData<T>(): T {
  return JSON.parse(document.getElementById('data')!.textContent!) as T;
}
