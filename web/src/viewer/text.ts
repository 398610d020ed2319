// Numbers in plain words.

export function number(x: number): string {
  return Number.isFinite(x) ? Number(x.toPrecision(4)).toString() : '∞';
}
export const count = (n: number) => n.toLocaleString('en');
export const things = (n: number, one: string, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;
