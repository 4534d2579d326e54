/**
 * Address of a field: an element id, or `group/row/element` inside a group, rows counted from 0.
 * With a leading slash it is a JSON pointer into the answers.
 */
export type FieldAddress = string;

export const formatRowAddress = (groupId: string, row: number, elementId: string): FieldAddress =>
  `${groupId}/${row}/${elementId}`;

/** Splits an address; `group` is set only for a field inside a group. */
export function parseAddress(address: FieldAddress): {
  elementId: string;
  group?: { id: string; row: number };
} {
  const [first = '', row, inner] = address.split('/');
  return row === undefined || inner === undefined
    ? { elementId: first }
    : { elementId: inner, group: { id: first, row: Number(row) } };
}

/**
 * Returns the name of an element's form field, or of one of its several fields. Ids contain no
 * hyphen, so names with one never equal an address.
 */
export const formatFieldName = (address: FieldAddress, part?: string): string =>
  part === undefined ? address : `${address}-${part}`;

/** Part of a file's field that lists the uploads to remove. */
export const removePart = 'remove';

/** Escapes a name for a JSON pointer. */
export const escapePart = (part: string): string =>
  part.replaceAll('~', '~0').replaceAll('/', '~1');
const unescape = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

/**
 * Returns the field that a JSON pointer into the answers belongs to. `isGroup` returns true for the
 * id of a group.
 */
export function parsePointer(pointer: string, isGroup: (id: string) => boolean): FieldAddress {
  const [first = '', row, inner] = pointer.split('/').slice(1).map(unescape);
  return isGroup(first) && row !== undefined && inner !== undefined
    ? formatRowAddress(first, Number(row), inner)
    : first;
}
