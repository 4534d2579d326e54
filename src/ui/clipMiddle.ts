/**
 * Shortens a name in the middle, so that a file's extension stays (docs/behaviour/files.md#names).
 */
export function clipMiddle(name: string, length: number): string {
  const characters = [...name];
  if (characters.length <= length) return name;
  const kept = length - 1;
  const start = characters.slice(0, Math.ceil(kept / 2)).join('');
  const end = characters.slice(-Math.floor(kept / 2)).join('');
  return `${start}…${end}`;
}
