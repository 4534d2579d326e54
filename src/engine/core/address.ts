/**
 * Where an answer stands in a form: an element's id, or for an element in a group `group/row/element` with the row
 * counted from 0. With a slash before it, it is the JSON pointer of the answer.
 */
export type Address = string;

/** The address of an element in a row of a group; rows are counted from 0. */
export const rowAddress = (groupId: string, row: number, elementId: string): Address =>
  `${groupId}/${row}/${elementId}`;

/** The parts of an address; `row` only inside a group. */
export function partsOf(address: Address): {
  elementId: string;
  group?: { id: string; row: number };
} {
  const [first = '', row, inner] = address.split('/');
  return row === undefined || inner === undefined
    ? { elementId: first }
    : { elementId: inner, group: { id: first, row: Number(row) } };
}

const unescape = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** The address a JSON pointer into the answers leads to; `isGroup` tells whether an id is a group's. What lies deeper belongs to the answer. */
export function addressAt(pointer: string, isGroup: (id: string) => boolean): Address {
  const [first = '', row, inner] = pointer.split('/').slice(1).map(unescape);
  return isGroup(first) && row !== undefined && inner !== undefined
    ? rowAddress(first, Number(row), inner)
    : first;
}
