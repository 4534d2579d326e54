import { describe, expect, it, vi } from 'vitest';
import { createTestStore } from '#src/engine/testing/createTestStore.ts';

describe('typing', () => {
  it('Typing notifies only its element, and validates nothing', () => {
    const { store, check } = createTestStore({ name: 'Jonas' });
    const [name, mail, outline] = [vi.fn(), vi.fn(), vi.fn()];
    store.subscribe('name', name);
    store.subscribe('mail', mail);
    store.subscribeOutline(outline);
    store.set('name', 'Jonas W');
    expect(name).toHaveBeenCalledTimes(1);
    expect(mail).not.toHaveBeenCalled();
    expect(outline).not.toHaveBeenCalled();
    expect(check).not.toHaveBeenCalled();
  });

  it('An element’s snapshot is the same object until something about it changes', () => {
    const { store } = createTestStore({ name: 'J' });
    const before = store.getElementState('name');
    store.set('mail', 'jonas@example.com');
    expect(store.getElementState('name')).toBe(before);
    store.leave('name');
    expect(store.getElementState('name')).toMatchObject({
      value: 'J',
      error: { rule: 'minLength' },
      isVisible: true,
      isRequired: true,
    });
    expect(store.getElementState('who')).toEqual({
      value: undefined,
      error: undefined,
      isVisible: false,
      isRequired: false,
    });
    store.set('injured', true);
    expect(store.getElementState('who')).toMatchObject({ isVisible: true, isRequired: true });
  });

  it('A value that its field draws itself is written into the same snapshot', () => {
    const { store } = createTestStore({ name: 'Jo' });
    const before = store.getElementState('name');
    store.set('name', 'J', { isShown: true });
    expect(store.getElementState('name')).toBe(before);
    expect(before.value).toBe('J');
    store.leave('name');
    expect(store.getElementState('name')).toMatchObject({
      value: 'J',
      error: { rule: 'minLength' },
    });
  });

  it('Typing shows no new error, and removes a shown one once it is corrected', () => {
    const { store } = createTestStore();
    store.set('name', 'J');
    expect(store.getError('name')).toBeUndefined();
    store.leave('name');
    expect(store.getError('name')?.rule).toBe('minLength');
    store.set('name', 'Jo');
    expect(store.getError('name')).toBeUndefined();
  });

  it('A listener is not called after it has unsubscribed', () => {
    const { store } = createTestStore();
    const listener = vi.fn();
    store.subscribe('name', listener)();
    store.set('name', 'Jonas');
    expect(listener).not.toHaveBeenCalled();
  });
});

describe('leaving an element', () => {
  it('Leaving an untouched empty element shows no error', () => {
    const { store } = createTestStore();
    store.leave('name');
    expect(store.getError('name')).toBeUndefined();
  });

  it.each([undefined, '', '   '])(
    'A reported element that was filled in and emptied to %j is reported again',
    (empty) => {
      const { store } = createTestStore();
      store.validate();
      store.set('name', 'Jonas');
      expect(store.getError('name')).toBeUndefined();
      store.set('name', empty);
      expect(store.getError('name')).toBeUndefined();
      store.leave('name');
      expect(store.getError('name')?.rule).toBe('required');
      expect([...store.getErrors().keys()]).toContain('name');
    },
  );

  it('An element that was reported is not mistaken for another after its row was moved', () => {
    const { store } = createTestStore({ cars: [{}, { plate: 'B' }] }, [
      {
        id: 'cars',
        type: 'group',
        label: 'Autos',
        min: 0,
        max: 3,
        formElements: [{ id: 'plate', type: 'input', label: 'Kennzeichen', required: true }],
      },
    ]);
    store.validate();
    store.set('cars/0/plate', 'A');
    store.moveRow('cars', 0, 1);
    for (const row of [0, 1]) {
      store.set(`cars/${row}/plate`, undefined);
      store.leave(`cars/${row}/plate`);
    }
    expect([...store.getErrors().keys()]).toEqual(['cars/1/plate']);
  });

  it('Leaving an element shows no error of another', () => {
    const { store } = createTestStore({ mail: 'no mail' });
    store.set('name', 'J');
    store.leave('name');
    expect(store.getError('mail')).toBeUndefined();
  });
});

describe('visibility', () => {
  it('Visibility follows the answer it depends on, and a hidden answer is restored', () => {
    const { store } = createTestStore({ injured: true });
    const who = vi.fn();
    store.subscribe('who', who);
    store.set('who', 'Beifahrerin');
    store.set('injured', undefined);
    expect(store.isVisible('who')).toBe(false);
    store.set('injured', true);
    expect(store.isVisible('who')).toBe(true);
    expect(store.get('who')).toBe('Beifahrerin');
    expect(who).toHaveBeenCalledTimes(3);
  });
});

describe('progress', () => {
  it('Progress counts required elements that are visible', () => {
    const { store } = createTestStore();
    expect(store.getProgress()).toEqual({ answered: 0, required: 1 });
    store.set('name', 'Jonas');
    store.set('injured', true);
    expect(store.getProgress()).toEqual({ answered: 1, required: 2 });
  });

  it('Progress does not count a wrong answer until it is corrected', () => {
    const { store } = createTestStore();
    store.set('name', 'Jonas');
    store.setExternalErrors([
      { address: 'name', pointer: '/name', rule: 'refused', text: 'Nein.' },
    ]);
    expect(store.getProgress()).toEqual({ answered: 0, required: 1 });
    store.set('name', 'Jana');
    expect(store.getProgress()).toEqual({ answered: 1, required: 1 });
  });

  it('Outline subscribers are notified only if the outline can have changed', () => {
    const { store } = createTestStore();
    const outline = vi.fn();
    store.subscribeOutline(outline);
    store.set('name', 'J');
    store.set('name', 'Jo');
    store.set('name', '');
    expect(outline).toHaveBeenCalledTimes(2);
  });
});

describe('merge', () => {
  it('`merge` stores known elements only and notifies no change subscriber', () => {
    const { store } = createTestStore({ name: 'Jonas' });
    const typed = vi.fn();
    store.subscribeChanges(typed);
    store.merge({ mail: 'j@example.com', stranger: 1 });
    expect(store.getAnswers()).toEqual({ name: 'Jonas', mail: 'j@example.com' });
    expect(typed).not.toHaveBeenCalled();
  });
});
