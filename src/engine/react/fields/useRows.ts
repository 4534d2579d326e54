import { useCallback, useSyncExternalStore } from 'react';
import type { FormElement } from '#schemas/forms/forms.ts';
import type { RowKey } from '#src/engine/core/answers/rowKeys.ts';
import { useFormContext } from '../context/formContext.ts';

export type Rows = {
  /** Names of the rows; each keeps its own wherever the row is moved. */
  keys: readonly RowKey[];
  /** Always one row: nothing to add, take away or name. */
  isSingle: boolean;
  canAdd: boolean;
  canRemove: boolean;
  add: () => void;
  /** Takes a row away; the function it answers puts it back as it was. */
  remove: (row: number) => () => void;
  move: (from: number, to: number) => void;
};

/** The rows of a group in the form being filled in. Typing inside a row renders none of this. */
export function useRows(group: FormElement): Rows {
  const {
    engine: { store, registry },
  } = useFormContext();
  const { id } = group;
  const subscribe = useCallback((notify: () => void) => store.subscribe(id, notify), [store, id]);
  const keys = useSyncExternalStore(subscribe, () => store.getRowKeys(id));
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
