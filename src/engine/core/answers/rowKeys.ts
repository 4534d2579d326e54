import { parseAddress, type FieldAddress } from '../fieldAddress.ts';

/** Identifies a row of a group across moves; drafts store it too. */
export type RowKey = string;

/** Row keys by group id, in row order. */
export type RowKeys = Readonly<Record<string, readonly RowKey[]>>;

/**
 * A field address with the row's key instead of its index. It stays valid when the row is moved.
 */
export type FieldKey = string;

/** The same list each time: React compares snapshots by identity. */
const noRows: readonly RowKey[] = [];

/** Keeps a key for each row of each group. `countRows` returns how many rows a group has. */
export function createRowKeys(countRows: (groupId: string) => number) {
  const keysByGroup = new Map<string, readonly RowKey[]>();

  function getRowKeys(groupId: string): readonly RowKey[] {
    const keys = keysByGroup.get(groupId) ?? noRows;
    const count = countRows(groupId);
    if (keys.length === count) return keys;
    const fitting = keys.slice(0, count);
    // Rows that the visitor has not added are numbered: their keys are the same after a reload.
    for (let number = 0; fitting.length < count; number += 1)
      if (!fitting.includes(String(number))) fitting.push(String(number));
    keysByGroup.set(groupId, fitting);
    return fitting;
  }

  return {
    getRowKeys,
    setRowKeys: (groupId: string, keys: readonly RowKey[]) => void keysByGroup.set(groupId, keys),
    getFieldKey(address: FieldAddress): FieldKey {
      const { elementId, group } = parseAddress(address);
      return group ? `${group.id}/${getRowKeys(group.id)[group.row]}/${elementId}` : elementId;
    },
    /** Returns true while the row of the field exists. */
    hasRow(fieldKey: FieldKey): boolean {
      const [groupId = '', rowKey] = fieldKey.split('/');
      return rowKey === undefined || getRowKeys(groupId).includes(rowKey);
    },
  };
}
