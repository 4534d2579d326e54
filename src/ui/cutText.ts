/** Cuts a text to a number of characters. */
export function cutText(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length).join('').trimEnd()}…` : text;
}

/** Cuts a text before the word that would exceed a number of characters. */
export function cutBeforeWord(text: string, length: number): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  const beginning = characters.slice(0, length + 1).join('');
  const words = beginning.replace(/\s+\S*$/u, '');
  return words && words !== beginning ? `${words}…` : cutText(text, length);
}
