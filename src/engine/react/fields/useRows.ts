import { useCallback, useSyncExternalStore } from 'react';
import type { FormElement } from '#schemas/forms/forms.ts';
import type { RowKey } from '#src/engine/core/answers/rowKeys.ts';
import { useFormContext } from '../context/formContext.ts';

export type Rows = {
  /** Keys of the rows, kept when a row is moved. */
  keys: readonly RowKey[];
  /** true if the group always has one row, which cannot be added, removed or named. */
  isSingle: boolean;
  canAdd: boolean;
  canRemove: boolean;
  add: () => void;
  /** Removes a row; returns a function that restores it. */
  remove: (row: number) => () => void;
  move: (from: number, to: number) => void;
};

/** Returns the rows of a group. Typing inside a row does not render the caller. */
export function useRows(group: FormElement): Rows {
  const {
    engine: { store, registry },
  } = useFormContext();
  const { id } = group;
  const subscribe = useCallback((notify: () => void) => store.subscribe(id, notify), [store, id]);
  const getKeys = () => store.getRowKeys(id);
  const keys = useSyncExternalStore(subscribe, getKeys, getKeys);
  const { min, max } = registry.get(group.type)?.rows?.getRange(group) ?? { min: 0, max: 0 };
  return {
    keys,
    isSingle: min === 1 && max === 1,
    canAdd: keys.length < max,
    canRemove: keys.length > min,
    add: () => store.addRow(id),
    remove: (row) => store.removeRow(id, row),
    move: (from, to) => store.moveRow(id, from, to),
  };
}
