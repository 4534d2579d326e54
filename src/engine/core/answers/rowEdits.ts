import type { Answers } from '../evaluation/conditions.ts';
import { generateKey } from '../values/generateKey.ts';
import { createMove } from './movedRows.ts';
import type { RowKey } from './rowKeys.ts';
import type { StoreParts } from './storeParts.ts';

/** Adds, removes and moves the rows of groups. */
export function createRowEdits({ answers, rowKeys, errors, subscriptions, evaluate }: StoreParts) {
  const { getRows } = answers;
  const { getRowKeys } = rowKeys;

  function replaceRows(groupId: string, rows: readonly Answers[], keys: readonly RowKey[]) {
    const before = getRowKeys(groupId);
    answers.putRows(groupId, rows);
    rowKeys.setRowKeys(groupId, keys);
    evaluate();
    subscriptions.notifyWithin((elementId) => elementId === groupId);
    errors.moveRows(createMove(groupId, before, keys));
    subscriptions.notifyChange(groupId);
  }

  return {
    addRow(groupId: string) {
      const keys = getRowKeys(groupId);
      replaceRows(groupId, [...getRows(groupId), {}], [...keys, generateKey()]);
    },
    /** Removes a row; the returned function restores it at its old index. */
    removeRow(groupId: string, row: number): () => void {
      const [keys, rows] = [getRowKeys(groupId), getRows(groupId)];
      const [key, removed] = [keys[row], rows[row]];
      if (key === undefined || removed === undefined) return () => undefined;
      replaceRows(groupId, rows.toSpliced(row, 1), keys.toSpliced(row, 1));
      return () =>
        replaceRows(
          groupId,
          getRows(groupId).toSpliced(row, 0, removed),
          getRowKeys(groupId).toSpliced(row, 0, key),
        );
    },
    moveRow(groupId: string, from: number, to: number) {
      const move = <T>(list: readonly T[]): T[] =>
        list.toSpliced(from, 1).toSpliced(to, 0, list[from] as T); // from is a row of the list
      replaceRows(groupId, move(getRows(groupId)), move(getRowKeys(groupId)));
    },
  };
}
