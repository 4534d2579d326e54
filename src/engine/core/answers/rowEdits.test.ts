import { describe, expect, it, vi } from 'vitest';
import type { FormElement } from '#schemas/forms/forms.ts';
import { createTestStore } from '#src/engine/testing/createTestStore.ts';

describe('rows of a group', () => {
  const invoice: FormElement[] = [
    {
      id: 'items',
      type: 'group',
      label: 'Posten',
      min: 1,
      max: 4,
      formElements: [
        { id: 'what', type: 'input', label: 'Was?', required: true, maxLength: 5 },
        { id: 'price', type: 'number', label: 'Preis' },
      ],
    },
    { id: 'sum', type: 'computed', label: 'Summe', formula: { sum: ['items.price'] } },
  ];
  const filled = {
    items: [
      { what: 'A', price: 1 },
      { what: 'B', price: 2 },
    ],
  };

  it('A moved row keeps its key, so that its fields stay the same', () => {
    const { store } = createTestStore(filled, invoice);
    const [first, second] = store.getRowKeys('items');
    store.moveRow('items', 0, 1);
    expect(store.getRowKeys('items')).toEqual([second, first]);
    expect(store.get('items/0/what')).toBe('B');
  });

  it('Rows have the same keys after a reload, and a new row gets its own', () => {
    const { store } = createTestStore(filled, invoice);
    store.moveRow('items', 0, 1);
    store.addRow('items');
    const again = createTestStore({}, invoice).store;
    again.merge({ items: store.get('items') }, { items: store.getRowKeys('items') });
    expect(again.getRowKeys('items')).toEqual(store.getRowKeys('items'));
    expect(again.getFieldKey('items/1/what')).toBe(
      createTestStore(filled, invoice).store.getFieldKey('items/0/what'),
    );
    expect(new Set(again.getRowKeys('items')).size).toBe(3);
  });

  it('The field key of a removed row no longer exists', () => {
    const { store } = createTestStore(filled, invoice);
    const [first, second] = [store.getFieldKey('items/0/what'), store.getFieldKey('items/1/what')];
    store.removeRow('items', 0);
    expect([first, second, 'sum', 'stranger'].map(store.hasField)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    store.merge({ items: [{ what: 'A' }, {}] });
    expect(new Set(store.getRowKeys('items')).size).toBe(2);
  });

  it('A removed row is restored with its answers and key', () => {
    const { store } = createTestStore(filled, invoice);
    const keys = store.getRowKeys('items');
    const restore = store.removeRow('items', 0);
    expect(store.getAnswers()).toEqual({ items: [{ what: 'B', price: 2 }] });
    restore();
    expect(store.getAnswers()).toEqual(filled);
    expect(store.getRowKeys('items')).toEqual(keys);
  });

  it('Typing in a row notifies its field and the values computed from it', () => {
    const { store } = createTestStore(filled, invoice);
    const [price, other, sum, group] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
    store.subscribe('items/1/price', price);
    store.subscribe('items/0/price', other);
    store.subscribe('sum', sum);
    store.subscribe('items', group);
    store.set('items/1/price', 5);
    expect(store.get('sum')).toBe(6);
    expect([price, other, sum, group].map((listener) => listener.mock.calls.length)).toEqual([
      1, 0, 1, 0,
    ]);
  });

  it('Rows are validated one by one, with pointers into their row', () => {
    const { store } = createTestStore({ items: [{ what: 'A' }, {}, { what: 'zu lang' }] }, invoice);
    expect(store.validate().errors.map(({ pointer, rule }) => `${pointer} ${rule}`)).toEqual([
      '/items/1/what required',
      '/items/2/what maxLength',
    ]);
  });

  it('A missing row counts as empty, and the draft stores the group as a whole', () => {
    const { store } = createTestStore({}, invoice);
    const changed = vi.fn();
    store.subscribeChanges(changed);
    expect(store.getRowKeys('items')).toHaveLength(1);
    expect(store.validate().errors.map(({ address }) => address)).toEqual(['items/0/what']);
    store.set('items/0/what', 'A');
    expect(changed).toHaveBeenLastCalledWith('items');
    expect(store.get('items')).toEqual([{ what: 'A' }]);
  });
});
