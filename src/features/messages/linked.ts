/** A piece of a text: words, or an address that can be followed. */
type Piece = string | { text: string; url: URL };

const anyAddress = /\b(?:https?:\/\/|mailto:)[^\s<>"„“”«»]+/giu;
const endsSentence = [...".,;:!?'’…*_"];
const brackets = ['()', '[]', '{}'];

/** Without what belongs to the sentence around it. */
function withoutEnd(address: string): string {
  const closing = brackets.flatMap(([open = '', close = '']) =>
    address.includes(open) ? [] : close,
  );
  const ends = new Set([...endsSentence, ...closing]);
  let end = address.length;
  while (ends.has(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
}

/** Nobody follows a name that is not the address's own: in https://bank.example@thief.example it says nothing. */
function followable(address: string): URL | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.username === '' && url.password === '' ? url : undefined;
}

/** A text with the addresses of pages and mailboxes set apart; no other scheme is taken for one. */
export function linked(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(anyAddress)) {
    const address = withoutEnd(found);
    const url = followable(address);
    if (!url) continue;
    if (index > at) pieces.push(text.slice(at, index));
    pieces.push({ text: address, url });
    at = index + address.length;
  }
  if (at < text.length) pieces.push(text.slice(at));
  return pieces;
}
