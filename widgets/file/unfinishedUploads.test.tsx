// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FormElement } from '#schemas/forms/forms.ts';
import { provide } from '#src/engine/react/services/services.ts';
import {
  unfinishedUploads,
  type UnfinishedUpload,
  type UnfinishedUploads,
} from '#src/engine/react/services/uploads.ts';
import {
  calls,
  cancelled,
  createField,
  listNames,
  pdf,
  pick,
  resetUploads,
  send,
  showFileForm,
} from '#src/engine/testing/fileForm.tsx';

beforeEach(resetUploads);

describe('uploads that a reload interrupted', () => {
  const left = (place: string, key = 'left-1') => ({ key, place, file: pdf('brief.pdf') });

  /** A fake device that stores unfinished uploads. */
  function device(...uploads: UnfinishedUpload[]) {
    const kept = new Map(uploads.map((upload) => [upload.key, upload]));
    const heldElsewhere = new Set<string>();
    const unfinished: UnfinishedUploads = {
      keep: async (upload) => void kept.set(upload.key, upload),
      drop: async (key) => void kept.delete(key),
      list: async () => [...kept.values()],
      hold: async (key, work) => (heldElsewhere.has(key) ? false : work().then(() => true)),
    };
    return { kept, heldElsewhere, unfinished };
  }

  it('An interrupted upload resumes once under its key, in its own element', async () => {
    const { kept, unfinished } = device(left('b'));
    const { store } = await showFileForm(
      [createField('a'), createField('b')],
      [provide(unfinishedUploads, unfinished)],
    );
    expect(calls).toMatchObject([{ elementId: 'b', idempotencyKey: 'left-1' }]);
    await calls[0]?.succeed();
    expect([listNames(store.get('a')), listNames(store.get('b'))]).toEqual([
      undefined,
      ['brief.pdf'],
    ]);
    expect(kept.size).toBe(0);
  });

  it('An upload that another tab runs is left to it', async () => {
    const { heldElsewhere, unfinished } = device(left('a'));
    heldElsewhere.add('left-1');
    await showFileForm([createField('a')], [provide(unfinishedUploads, unfinished)]);
    expect(calls).toEqual([]);
    expect(screen.queryByText('brief.pdf')).toBeNull();
  });

  it('A resumed file is not listed twice if the draft has its answer', async () => {
    const { unfinished } = device(left('a'));
    const { store } = await showFileForm(
      [createField('a')],
      [provide(unfinishedUploads, unfinished)],
    );
    await act(async () =>
      store.set('a', [
        { entityId: 'upload-0-12345', name: 'brief.pdf', extension: 'pdf', size: 4 },
      ]),
    );
    await calls[0]?.succeed();
    expect(listNames(store.get('a'))).toEqual(['brief.pdf']);
  });

  it('An upload of a later page resumes at once and blocks submission', async () => {
    const { unfinished } = device(left('b'));
    const pages = [
      { id: 'eins', title: 'Eins', formElements: [createField('a')] },
      { id: 'zwei', title: 'Zwei', formElements: [createField('b')] },
    ];
    const { store, onSubmit } = await showFileForm({ pages }, [
      provide(unfinishedUploads, unfinished),
    ]);
    expect(calls).toMatchObject([{ elementId: 'b', idempotencyKey: 'left-1' }]);
    for (const _page of pages)
      await userEvent.click(screen.getByRole('button', { name: 'Weiter' }));
    await send();
    expect(
      screen.getByRole('link', { name: /Hier wird noch eine Datei hochgeladen/ }),
    ).toBeVisible();
    expect(onSubmit).not.toHaveBeenCalled();
    await calls[0]?.succeed();
    expect(listNames(store.get('b'))).toEqual(['brief.pdf']);
    await send();
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  const cars: FormElement = {
    id: 'cars',
    type: 'group',
    label: 'Autos',
    min: 0,
    max: 3,
    rowLabel: 'Auto',
    formElements: [{ id: 'picture', type: 'file', label: 'Bild' }],
  };

  it('An upload resumes in its own row after a reload, also after a move', async () => {
    const { unfinished } = device();
    const { store } = await showFileForm([cars], [provide(unfinishedUploads, unfinished)], {
      cars: [{}, {}],
    });
    // ! two rows
    await userEvent.upload(screen.getAllByTestId('pick-picture')[0]!, pdf('eins.pdf'));
    act(() => store.moveRow('cars', 0, 1));
    cleanup();
    const again = await showFileForm(
      [cars],
      [provide(unfinishedUploads, unfinished)],
      { cars: store.get('cars') },
      { cars: store.getRowKeys('cars') },
    );
    await calls[1]?.succeed();
    expect(
      (again.store.get('cars') as Record<string, unknown>[]).map(({ picture }) =>
        listNames(picture),
      ),
    ).toEqual([undefined, ['eins.pdf']]);
  });

  it('An upload of a removed row is not sent into another row', async () => {
    const { kept, unfinished } = device();
    const { store } = await showFileForm([cars], [provide(unfinishedUploads, unfinished)], {
      cars: [{}, {}],
    });
    // ! two rows
    await userEvent.upload(screen.getAllByTestId('pick-picture')[0]!, pdf('eins.pdf'));
    await userEvent.click(screen.getByRole('button', { name: 'Auto 1 entfernen' }));
    cleanup();
    await showFileForm(
      [cars],
      [provide(unfinishedUploads, unfinished)],
      { cars: store.get('cars') },
      { cars: store.getRowKeys('cars') },
    );
    expect(calls).toHaveLength(1);
    expect([...kept.keys()]).toEqual([calls[0]?.idempotencyKey]);
  });

  it('An upload resumes when its row is restored', async () => {
    const { unfinished } = device();
    const { store } = await showFileForm([cars], [provide(unfinishedUploads, unfinished)], {
      cars: [{}, {}],
    });
    // ! two rows
    await userEvent.upload(screen.getAllByTestId('pick-picture')[0]!, pdf('eins.pdf'));
    await userEvent.click(screen.getByRole('button', { name: 'Auto 1 entfernen' }));
    await userEvent.click(screen.getByRole('button', { name: 'Rückgängig' }));
    await calls[1]?.succeed();
    expect(
      (store.get('cars') as Record<string, unknown>[]).map(({ picture }) => listNames(picture)),
    ).toEqual([['eins.pdf'], undefined]);
  });

  it('An unfinished upload is stored while it may still succeed, and no longer', async () => {
    const { kept, unfinished } = device();
    await showFileForm([createField('a')], [provide(unfinishedUploads, unfinished)]);
    await pick('a', pdf('eins.pdf'), pdf('zwei.pdf'), pdf('drei.pdf'));
    expect([...kept.values()].map(({ file, place }) => [file.name, place])).toEqual([
      ['eins.pdf', 'a'],
      ['zwei.pdf', 'a'],
      ['drei.pdf', 'a'],
    ]);
    await calls[0]?.fail('whenOnline');
    await calls[1]?.fail('never');
    expect([...kept.values()].map(({ file }) => file.name)).toEqual(['eins.pdf', 'drei.pdf']);
    await userEvent.click(screen.getByRole('button', { name: 'Hochladen von drei.pdf abbrechen' }));
    expect([...kept.values()].map(({ file }) => file.name)).toEqual(['eins.pdf']);
    expect(cancelled).toEqual([calls[2]?.idempotencyKey]);
  });
});
