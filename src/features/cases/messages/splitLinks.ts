/** A part of a text: words or a link. */
type Piece = string | { text: string; url: URL };

const anyAddress = /\b(?:https?:\/\/|mailto:)[^\s<>"„“”«»]+/giu;
const endsSentence = [...".,;:!?'’…*_"];
const brackets = ['()', '[]', '{}'];

/** Removes punctuation that belongs to the sentence. */
function withoutEnd(address: string): string {
  const closing = brackets.flatMap(([open = '', close = '']) =>
    address.includes(open) ? [] : close,
  );
  const ends = new Set([...endsSentence, ...closing]);
  let end = address.length;
  while (ends.has(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
}

/** Rejects user names in addresses, because https://bank.example@thief.example is phishing. */
function parseSafeUrl(address: string): URL | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.username === '' && url.password === '' ? url : undefined;
}

/** Splits a text into words and links. Accepts http, https and mailto only. */
export function splitLinks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(anyAddress)) {
    const address = withoutEnd(found);
    const url = parseSafeUrl(address);
    if (!url) continue;
    if (index > at) pieces.push(text.slice(at, index));
    pieces.push({ text: address, url });
    at = index + address.length;
  }
  if (at < text.length) pieces.push(text.slice(at));
  return pieces;
}
