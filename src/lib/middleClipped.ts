/** A name of at most so many characters, cut in the middle: a file's ending says what it is (calls.md §9). */
export function middleClipped(name: string, length: number): string {
  const characters = [...name];
  if (characters.length <= length) return name;
  const kept = length - 1;
  return `${characters.slice(0, Math.ceil(kept / 2)).join('')}…${characters.slice(-Math.floor(kept / 2)).join('')}`;
}
