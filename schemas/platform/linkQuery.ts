import { splitQuery } from './cleanLink.ts';

/** A parameter of a link: its name in small letters, and its value as it is written. */
export type LinkParameter = { name: string; value: string; written: string };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Bytes from 0x80 to 0x9F in Windows-1252; TextDecoder of Node.js decodes them as ISO 8859-1. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
const decodeByte = (byte: number): string =>
  windows1252.charAt(byte - 0x80) || String.fromCharCode(byte);

/** Decodes escaped bytes that are UTF-8, or the Latin-1 of older mail programs. */
function decodeBytes(escapes: string): string {
  const bytes = Uint8Array.from(escapes.slice(1).split('%'), (hex) => Number.parseInt(hex, 16));
  try {
    return utf8.decode(bytes);
  } catch {
    return Array.from(bytes, decodeByte).join('');
  }
}

/** Decodes a part of a query. `plus` is what a plus stands for, a space as in a posted form. */
export const decodeLinkText = (text: string, plus: ' ' | '+' = ' '): string =>
  text.replaceAll('+', plus).replace(/(?:%[0-9a-f]{2})+/gi, decodeBytes);

/**
 * Parses the query of a link that a mail program may have changed. Names are compared in any case,
 * because old programs write links in capitals.
 */
export const parseLinkQuery = (search: string): LinkParameter[] =>
  splitQuery(search)
    .filter((written) => written !== '')
    .map((written) => {
      const [name = '', value = ''] = written.split(/=(.*)/s);
      return { name: decodeLinkText(name).toLowerCase(), value, written };
    });
