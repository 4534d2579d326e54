import { describe, expect, it, vi } from 'vitest';
import { createTestStore } from '#src/engine/testing/createTestStore.ts';

describe('validate', () => {
  it('`validate` shows every error and notifies the elements that have one', () => {
    const { store } = createTestStore({ mail: 'no mail' });
    const mail = vi.fn();
    store.subscribe('mail', mail);
    expect(store.validate().errors.map((error) => error.address)).toEqual(['name', 'mail']);
    expect(store.getError('mail')?.rule).toBe('format');
    expect(mail).toHaveBeenCalledTimes(1);
  });

  it('The error of an element that was hidden since is removed', () => {
    const { store } = createTestStore({ name: 'Jonas', injured: true });
    store.validate();
    expect(store.getError('who')?.rule).toBe('required');
    store.set('injured', undefined);
    store.leave('name');
    expect(store.getErrors().size).toBe(0);
  });
});

describe('a shown error', () => {
  it('A shown error is checked again at the cost of one element', () => {
    const { store, check } = createTestStore({ name: 'J', mail: 'no mail' });
    store.validate();
    check.mockClear();
    store.set('name', 'Jo');
    expect(store.getError('name')).toBeUndefined();
    expect(store.getError('mail')?.rule).toBe('format');
    expect(check.mock.calls).toEqual([['name', 'Jo']]);
  });

  it('An unchanged error does not render its element again', () => {
    const { store } = createTestStore({ mail: 'no mail' });
    store.validate();
    const before = store.getErrors();
    store.set('mail', 'no mail yet');
    expect(store.getErrors()).toBe(before);
  });

  it('An error disappears when the answer is no longer required', () => {
    const { store } = createTestStore({}, [
      { id: 'injured', type: 'checkbox', label: 'Verletzt' },
      {
        id: 'clinic',
        type: 'input',
        label: 'Klinik',
        requiredWhen: { element: 'injured', equals: true },
      },
    ]);
    store.set('injured', true);
    store.validate();
    expect(store.getError('clinic')?.rule).toBe('required');
    store.set('injured', false);
    expect(store.getErrors().size).toBe(0);
  });
});

describe('an external error', () => {
  const refused = {
    address: 'name',
    pointer: '/name',
    rule: 'refused',
    text: 'Diesen Namen gibt es schon.',
  };

  it('An external error stays until its answer changes, also after leave and validate', () => {
    const { store } = createTestStore({ name: 'Jonas' });
    store.setExternalErrors([refused]);
    store.leave('name');
    store.set('injured', true);
    store.set('mail', 'jonas@example.com');
    store.merge({ mail: 'j@example.com' });
    store.validate();
    expect(store.getError('name')).toEqual(refused);
    store.set('name', 'Jana');
    expect(store.getError('name')).toBeUndefined();
  });

  it('An external error does not block submitting the same answer again', () => {
    const { store } = createTestStore({ name: 'Jonas' });
    store.setExternalErrors([refused]);
    expect(store.validate().errors).toEqual([]);
  });

  it('An external error moves with its row and is removed with it', () => {
    const { store } = createTestStore({ cars: [{ plate: 'A' }, { plate: 'B' }, { plate: 'C' }] }, [
      {
        id: 'cars',
        type: 'group',
        label: 'Autos',
        min: 0,
        max: 3,
        formElements: [{ id: 'plate', type: 'input', label: 'Kennzeichen' }],
      },
    ]);
    store.setExternalErrors(
      [0, 1].map((row) => ({
        address: `cars/${row}/plate`,
        pointer: `/cars/${row}/plate/x`,
        rule: 'refused',
        text: `Nein ${row}`,
      })),
    );
    store.moveRow('cars', 0, 2);
    store.leave('cars/2/plate');
    expect(
      [...store.getErrors().values()].map(({ address, pointer, text }) => [address, pointer, text]),
    ).toEqual([
      ['cars/0/plate', '/cars/0/plate/x', 'Nein 1'],
      ['cars/2/plate', '/cars/2/plate/x', 'Nein 0'],
    ]);
    store.removeRow('cars', 0);
    expect([...store.getErrors().keys()]).toEqual(['cars/1/plate']);
  });

  it('A busy error appears on request and lasts as long as the work', () => {
    const { store } = createTestStore({ name: 'Jonas' });
    store.setBusy('mail', 'uploading');
    store.leave('mail');
    expect(store.getErrors().size).toBe(0);
    expect(store.showBusyErrors()).toBe(true);
    store.leave('mail');
    store.set('injured', true);
    expect(store.getError('mail')?.rule).toBe('uploading');
    store.setBusy('mail', 'notArrived');
    expect(store.getError('mail')?.rule).toBe('notArrived');
    store.setBusy('mail', undefined);
    expect(store.getErrors().size).toBe(0);
    expect(store.showBusyErrors()).toBe(false);
  });

  it('A hidden busy element has no error', () => {
    const { store } = createTestStore({ name: 'Jonas' });
    store.setBusy('who', 'uploading');
    expect(store.showBusyErrors()).toBe(false);
  });
});

describe('validate for a part', () => {
  it('Validating a part shows its errors and keeps the others', () => {
    const { store } = createTestStore({ name: 'J', mail: 'no mail' });
    store.validate(({ address }) => address === 'mail');
    expect([...store.getErrors().keys()]).toEqual(['mail']);
    store.validate(({ address }) => address === 'name');
    expect([...store.getErrors().keys()]).toEqual(['name', 'mail']);
  });
});
