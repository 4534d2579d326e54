import { formatRowAddress, parseAddress, type FieldAddress } from '../fieldAddress.ts';
import type { AnswerError } from '../validation/validateAnswers.ts';
import type { RowKey } from './rowKeys.ts';

/** Returns a field's address after rows were moved; `undefined` when its row was removed. */
export type MoveAddress = (address: FieldAddress) => FieldAddress | undefined;

/** The group's own address maps to `undefined`: an error about its rows no longer applies. */
export const createMove =
  (groupId: string, before: readonly RowKey[], after: readonly RowKey[]): MoveAddress =>
  (address) => {
    const { elementId, group } = parseAddress(address);
    if (group?.id !== groupId) return address === groupId ? undefined : address;
    const row = after.indexOf(before[group.row] ?? '');
    return row === -1 ? undefined : formatRowAddress(groupId, row, elementId);
  };

/** Returns the error at the new address of its field. */
export function setAddress(error: AnswerError, address: FieldAddress): AnswerError {
  if (address === error.address) return error;
  const rest = error.pointer.slice(error.address.length + 1);
  return { ...error, address, pointer: `/${address}${rest}` };
}
