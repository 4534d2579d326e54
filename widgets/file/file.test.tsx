// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredFile } from '#schemas/files.ts';
import type { FormElement } from '#schemas/forms.ts';
import type { RowKeys } from '#src/engine/core/answerStore.ts';
import type { Answers } from '#src/engine/core/conditions.ts';
import { provide, type Provided } from '#src/engine/react/services.ts';
import {
  unfinishedUploads,
  UploadRefused,
  uploads,
  type UnfinishedUpload,
  type UnfinishedUploads,
  type UploadOptions,
} from '#src/engine/react/uploads.ts';
import { createTestEngine, idleUploads, TestForm } from '#src/engine/testing/TestForm.tsx';
import { fileViewer, type FileViewerProps } from './service.ts';

type Call = UploadOptions & {
  file: File;
  succeed: () => Promise<void>;
  fail: (retry: UploadRefused['retry']) => Promise<void>;
};
let calls: Call[];
let cancelled: string[];
beforeEach(() => {
  calls = [];
  cancelled = [];
});
const cancelUpload = async (key: string) => void cancelled.push(key);

const storedAs = ({ name, size }: File, id: number): StoredFile => ({
  fileuploadId: `upload-${id}-12345`,
  fileName: name,
  fileExtension: name.split('.').at(-1) ?? '',
  size,
  hasThumbnail: false,
});

const uploadFile = (file: File, options: UploadOptions) =>
  new Promise<StoredFile>((resolve, reject) => {
    const id = calls.length;
    options.signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    calls.push({
      ...options,
      file,
      succeed: () => act(async () => resolve(storedAs(file, id))),
      fail: (retry) => act(async () => reject(new UploadRefused('Es geht nicht.', retry))),
    });
  });

async function show(
  parts: Parameters<typeof createTestEngine>[0],
  services: readonly Provided[] = [],
  draft: Answers = {},
  rows: RowKeys = {},
) {
  const engine = createTestEngine(parts);
  engine.store.adopt(draft, rows);
  const onSubmit = vi.fn();
  await act(
    async () =>
      void render(
        <TestForm
          engine={engine}
          onSubmit={onSubmit}
          services={[provide(uploads, { ...idleUploads, uploadFile, cancelUpload }), ...services]}
        />,
      ),
  );
  await screen.findByRole('button', { name: /^(Absenden|Weiter)$/ });
  return { store: engine.store, onSubmit };
}

const field = (id: string, more: Partial<FormElement> = {}): FormElement => ({
  id,
  type: 'file',
  label: `Dateien ${id}`,
  ...more,
});
const pdf = (name: string) => new File(['%PDF'], name);
const pick = (id: string, ...files: File[]) =>
  userEvent.upload(screen.getByTestId(`pick-${id}`), files);
const send = () => userEvent.click(screen.getByRole('button', { name: 'Absenden' }));
const names = (value: unknown) =>
  (value as { name: string }[] | undefined)?.map(({ name }) => name);

it('keeps the files of three fields apart, also when one file is picked into each', async () => {
  const { store } = await show(['a', 'b', 'c'].map((id) => field(id)));
  const same = pdf('brief.pdf');
  for (const id of ['a', 'b', 'c']) await pick(id, same);
  await pick('b', same);
  expect(calls.map(({ elementId }) => elementId)).toEqual(['a', 'b', 'c', 'b']);
  expect(new Set(calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(4);
  for (const call of calls) await call.succeed();
  expect(['a', 'b', 'c'].map((id) => names(store.get(id))?.length)).toEqual([1, 2, 1]);
});

it('does not let a required file be passed by while it is on its way, nor after it has failed', async () => {
  const { onSubmit } = await show([field('a', { required: true })]);
  await pick('a', pdf('brief.pdf'));
  await send();
  await send();
  expect(screen.getByRole('link', { name: /Hier wird noch eine Datei hochgeladen/ })).toBeVisible();
  await calls[0]?.fail('onRequest');
  await send();
  expect(screen.getByRole('link', { name: /Eine Datei ist nicht angekommen/ })).toBeVisible();
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }));
  expect(calls[1]?.idempotencyKey).toBe(calls[0]?.idempotencyKey);
  await calls[1]?.succeed();
  await send();
  expect(onSubmit).toHaveBeenCalledOnce();
});

it('holds nobody up where files are sent along with the form, but while a photo is made smaller', async () => {
  let isSmall: (photo: Blob) => void = () => undefined;
  vi.stubGlobal(
    'Worker',
    class {
      onmessage?: (event: { data: Blob }) => void;
      postMessage() {
        isSmall = (data) => this.onmessage?.({ data });
      }
      terminate = () => undefined;
    },
  );
  const unfinished: UnfinishedUploads = {
    areSentAlong: true,
    keep: async () => undefined,
    drop: async () => undefined,
    list: async () => [],
    hold: async (_key, work) => work().then(() => true),
  };
  const { onSubmit } = await show([field('a')], [provide(unfinishedUploads, unfinished)]);
  await pick('a', pdf('brief.pdf'), new File(['viel zu groß'], 'foto.jpg'));
  await send();
  expect(screen.getByRole('link', { name: /Hier wird noch ein Foto verkleinert/ })).toBeVisible();
  await act(async () => isSmall(new Blob(['klein'])));
  await calls[0]?.fail('whenOnline');
  await send();
  expect(onSubmit).toHaveBeenCalledWith({});
  vi.unstubAllGlobals();
});

it('does not send an optional file’s form without the file, unless the visitor takes it away', async () => {
  const { onSubmit } = await show([field('a')]);
  await pick('a', pdf('brief.pdf'));
  await calls[0]?.fail('onRequest');
  await send();
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Meldung zu brief.pdf schließen' }));
  await send();
  expect(onSubmit).toHaveBeenCalledWith({});
});

it('goes on by itself once the net is back, and only with what the net has stopped', async () => {
  const { store } = await show([field('a')]);
  await pick('a', pdf('eins.pdf'), pdf('zwei.pdf'));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await calls[0]?.fail('whenOnline');
  await calls[1]?.fail('never');
  expect(
    screen.getByText('Keine Verbindung. Wir laden die Datei hoch, sobald Sie wieder online sind.'),
  ).toBeVisible();
  await act(async () => void fireEvent(window, new Event('online')));
  expect(calls.map(({ file }) => file.name)).toEqual(['eins.pdf', 'zwei.pdf', 'eins.pdf']);
  await calls[2]?.succeed();
  expect(names(store.get('a'))).toEqual(['eins.pdf']);
  vi.restoreAllMocks();
});

it('takes files dropped on it, shows where they would land, and never lets one dropped beside it replace the page', async () => {
  await show([field('a')]);
  const zone = screen.getByText('Dateien hierher ziehen').closest('div');
  if (!zone) throw new Error('No drop zone');
  fireEvent.dragOver(zone);
  expect(zone).toHaveAttribute('data-over');
  fireEvent(
    zone,
    new MouseEvent('dragleave', { bubbles: true, relatedTarget: zone.firstElementChild }),
  ); // jsdom has no DragEvent
  expect(zone).toHaveAttribute('data-over');
  await act(
    async () =>
      void fireEvent.drop(zone, {
        dataTransfer: { files: [pdf('gezogen.pdf')], types: ['Files'] },
      }),
  );
  expect(calls.map(({ file }) => file.name)).toEqual(['gezogen.pdf']);
  const isLeftToBrowser = (types: string[]) =>
    fireEvent.drop(document.body, { dataTransfer: { types } });
  expect([isLeftToBrowser(['Files']), isLeftToBrowser(['text/plain'])]).toEqual([false, true]);
});

it('asks for a picture only of what has one, tells small files in kilobytes, and lets none be taken away while the form is sent', async () => {
  const elements = [field('a')];
  const files = [
    ['brief', 'txt', 300],
    ['foto', 'jpg', 2_516_582],
  ].map(([name, extension, size]) => ({
    entityId: `${name}-1234567890`,
    name: `${name}.${extension}`,
    extension,
    size,
  }));
  const loadThumbnail = vi.fn(async () => undefined);
  await act(
    async () =>
      void render(
        <TestForm
          elements={elements}
          engine={createTestEngine(elements, { a: files })}
          services={[provide(uploads, { ...idleUploads, loadThumbnail })]}
          isSubmitting
        />,
      ),
  );
  expect(
    (await screen.findAllByRole('listitem')).map(({ textContent }) =>
      textContent?.replaceAll('\u00A0', ' '),
    ),
  ).toEqual(['brief.txt1 kB · hochgeladen', 'foto.jpg2,4 MB · hochgeladen']);
  expect(loadThumbnail.mock.calls).toEqual([['foto-1234567890']]);
  expect(screen.getByRole('button', { name: 'brief.txt entfernen' })).toBeDisabled();
});

it('holds to the number of files, counting those on their way', async () => {
  await show([field('a', { maxFiles: 2 })]);
  await pick('a', pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf'));
  expect(calls).toHaveLength(2);
  expect(
    within(screen.getAllByRole('listitem')[2] ?? document.body).getByText(
      'Höchstens 2 Dateien sind möglich.',
    ),
  ).toBeVisible();
});

it('sends a file that was too many, and says no more of it, once there is room', async () => {
  const { store } = await show([field('a', { maxFiles: 2 })]);
  await pick('a', pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf'), pdf('4.pdf'));
  await calls[0]?.succeed();
  await calls[1]?.succeed();
  expect(screen.getAllByText('Höchstens 2 Dateien sind möglich.')).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: '1.pdf entfernen' }));
  await calls[2]?.succeed();
  expect(names(store.get('a'))).toEqual(['2.pdf', '3.pdf']);
  expect(screen.getAllByText('Höchstens 2 Dateien sind möglich.')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Meldung zu 4.pdf schließen' }));
  expect(calls).toHaveLength(3);
});

it('offers the camera where photos are taken, and only there', async () => {
  await show([field('a'), field('b', { extensions: ['pdf'] })]);
  expect(screen.getByTestId('camera-a')).toHaveAttribute('capture', 'environment');
  expect(screen.getAllByText('Foto aufnehmen')).toHaveLength(1);
});

it('fails alone: the files beside it arrive', async () => {
  const { store } = await show([field('a')]);
  await pick('a', pdf('eins.pdf'), pdf('zwei.pdf'), pdf('drei.pdf'));
  await calls[1]?.fail('never');
  await calls[0]?.succeed();
  await calls[2]?.succeed();
  expect(names(store.get('a'))).toEqual(['eins.pdf', 'drei.pdf']);
  expect(screen.getByText('zwei.pdf')).toBeVisible();
});

describe('what was on its way when the page went', () => {
  const left = (place: string, key = 'left-1') => ({ key, place, file: pdf('brief.pdf') });

  /** A device that keeps files, as `UnfinishedUploads` says. */
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

  it('goes on under its key, once, and at its own element', async () => {
    const { kept, unfinished } = device(left('b'));
    const { store } = await show(
      [field('a'), field('b')],
      [provide(unfinishedUploads, unfinished)],
    );
    expect(calls).toMatchObject([{ elementId: 'b', idempotencyKey: 'left-1' }]);
    await calls[0]?.succeed();
    expect([names(store.get('a')), names(store.get('b'))]).toEqual([undefined, ['brief.pdf']]);
    expect(kept.size).toBe(0);
  });

  it('is left to the tab that is at it', async () => {
    const { heldElsewhere, unfinished } = device(left('a'));
    heldElsewhere.add('left-1');
    await show([field('a')], [provide(unfinishedUploads, unfinished)]);
    expect(calls).toEqual([]);
    expect(screen.queryByText('brief.pdf')).toBeNull();
  });

  it('does not stand there twice when the answer had got into the draft', async () => {
    const { unfinished } = device(left('a'));
    const { store } = await show([field('a')], [provide(unfinishedUploads, unfinished)]);
    await act(async () =>
      store.set('a', [
        { entityId: 'upload-0-12345', name: 'brief.pdf', extension: 'pdf', size: 4 },
      ]),
    );
    await calls[0]?.succeed();
    expect(names(store.get('a'))).toEqual(['brief.pdf']);
  });

  it('goes on at once on a page that is not reached yet, and keeps the form until it has arrived', async () => {
    const { unfinished } = device(left('b'));
    const pages = [
      { id: 'eins', title: 'Eins', formElements: [field('a')] },
      { id: 'zwei', title: 'Zwei', formElements: [field('b')] },
    ];
    const { store, onSubmit } = await show({ pages }, [provide(unfinishedUploads, unfinished)]);
    expect(calls).toMatchObject([{ elementId: 'b', idempotencyKey: 'left-1' }]);
    for (const _page of pages)
      await userEvent.click(screen.getByRole('button', { name: 'Weiter' }));
    await send();
    expect(
      screen.getByRole('link', { name: /Hier wird noch eine Datei hochgeladen/ }),
    ).toBeVisible();
    expect(onSubmit).not.toHaveBeenCalled();
    await calls[0]?.succeed();
    expect(names(store.get('b'))).toEqual(['brief.pdf']);
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

  it('goes on in its own row after a reload, whatever row stands in its place now', async () => {
    const { unfinished } = device();
    const { store } = await show([cars], [provide(unfinishedUploads, unfinished)], {
      cars: [{}, {}],
    });
    await userEvent.upload(screen.getAllByTestId('pick-picture')[0]!, pdf('eins.pdf')); // ! two rows
    act(() => store.moveRow('cars', 0, 1));
    cleanup();
    const again = await show(
      [cars],
      [provide(unfinishedUploads, unfinished)],
      { cars: store.get('cars') },
      { cars: store.rows('cars') },
    );
    await calls[1]?.succeed();
    expect(
      (again.store.get('cars') as Record<string, unknown>[]).map(({ picture }) => names(picture)),
    ).toEqual([undefined, ['eins.pdf']]);
  });

  it('is sent into no other row when its own was taken away', async () => {
    const { kept, unfinished } = device();
    const { store } = await show([cars], [provide(unfinishedUploads, unfinished)], {
      cars: [{}, {}],
    });
    await userEvent.upload(screen.getAllByTestId('pick-picture')[0]!, pdf('eins.pdf')); // ! two rows
    await userEvent.click(screen.getByRole('button', { name: 'Auto 1 entfernen' }));
    cleanup();
    await show(
      [cars],
      [provide(unfinishedUploads, unfinished)],
      { cars: store.get('cars') },
      { cars: store.rows('cars') },
    );
    expect(calls).toHaveLength(1);
    expect([...kept.keys()]).toEqual([calls[0]?.idempotencyKey]);
  });

  it('goes on when its row is put back', async () => {
    const { unfinished } = device();
    const { store } = await show([cars], [provide(unfinishedUploads, unfinished)], {
      cars: [{}, {}],
    });
    await userEvent.upload(screen.getAllByTestId('pick-picture')[0]!, pdf('eins.pdf')); // ! two rows
    await userEvent.click(screen.getByRole('button', { name: 'Auto 1 entfernen' }));
    await userEvent.click(screen.getByRole('button', { name: 'Rückgängig' }));
    await calls[1]?.succeed();
    expect(
      (store.get('cars') as Record<string, unknown>[]).map(({ picture }) => names(picture)),
    ).toEqual([['eins.pdf'], undefined]);
  });

  it('is kept while it may still arrive, and no longer', async () => {
    const { kept, unfinished } = device();
    await show([field('a')], [provide(unfinishedUploads, unfinished)]);
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

it('keeps the order in which files were picked, whichever arrives first, in the list and in the answer', async () => {
  const arrange = vi.fn<NonNullable<UnfinishedUploads['arrange']>>();
  const unfinished: UnfinishedUploads = {
    arrange,
    keep: async () => undefined,
    drop: async () => undefined,
    list: async () => [],
    hold: async (_key, work) => work().then(() => true),
  };
  const { store } = await show(
    [field('a', { maxFiles: 3 })],
    [provide(unfinishedUploads, unfinished)],
  );
  await pick('a', pdf('eins.pdf'), pdf('zwei.pdf'), pdf('drei.pdf'), pdf('vier.pdf'));
  await calls[2]?.succeed();
  await calls[0]?.succeed();
  const listed = () =>
    screen.getAllByRole('listitem').map(({ textContent }) => textContent?.match(/^\w+\.pdf/)?.[0]);
  expect(listed()).toEqual(['eins.pdf', 'zwei.pdf', 'drei.pdf', 'vier.pdf']);
  await calls[1]?.succeed();
  expect(listed()).toEqual(['eins.pdf', 'zwei.pdf', 'drei.pdf', 'vier.pdf']);
  expect(names(store.get('a'))).toEqual(['eins.pdf', 'zwei.pdf', 'drei.pdf']);
  const ids = (store.get('a') as { entityId: string }[]).map(({ entityId }) => entityId);
  expect(
    arrange.mock.lastCall?.[0].filter((id) => ids.includes(id) || id === calls[1]?.idempotencyKey),
  ).toEqual([ids[0], calls[1]?.idempotencyKey, ids[1], ids[2]]);
});

it.each([
  ['that goes with its files', false],
  ['whose files are sent along', true],
])(
  'sends no form %s without a file that was refused, until the file is taken off the list',
  async (_, areSentAlong) => {
    const unfinished: UnfinishedUploads = {
      areSentAlong,
      keep: async () => undefined,
      drop: async () => undefined,
      list: async () => [],
      hold: async (_key, work) => work().then(() => true),
    };
    const { onSubmit } = await show([field('a')], [provide(unfinishedUploads, unfinished)]);
    await pick('a', new File([], 'leer.pdf'), pdf('virus.pdf'));
    await calls[0]?.fail('never');
    await send();
    expect(screen.getByRole('link', { name: /Eine Datei wurde nicht angenommen/ })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Meldung zu leer.pdf schließen' }));
    await send();
    expect(onSubmit).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Meldung zu virus.pdf schließen' }));
    await send();
    expect(onSubmit).toHaveBeenCalledWith({});
  },
);

describe('a file that may not be attached', () => {
  it('is left out and named, and those picked with it arrive', async () => {
    const { store } = await show([field('a')]);
    await userEvent
      .setup({ applyAccept: false })
      .upload(screen.getByTestId('pick-a'), [
        pdf('brief.pdf'),
        pdf('setup.exe'),
        pdf('ohne-endung'),
      ]);
    const note = screen.getByRole('alert');
    expect(note).toHaveTextContent('Dateien mit nicht erlaubten Endungen wurden entfernt:');
    expect(
      within(note)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['setup.exe', 'ohne-endung']);
    await calls[0]?.succeed();
    expect([calls.length, names(store.get('a'))]).toEqual([1, ['brief.pdf']]);
    await pick('a', pdf('zweiter.pdf'));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('files that are looked at before they are sent', () => {
  const Viewer = ({ files, selectedId, notice, onRemove, onSend, onClose }: FileViewerProps) => (
    <section aria-label="Galerie">
      <aside>{notice}</aside>
      <ol aria-label="Dateien">
        {files.map(({ id, name, local }) => (
          <li key={id} aria-current={id === selectedId}>
            {name}
            {local ? ' von hier' : ''}
            <button type="button" onClick={() => onRemove(id)}>
              weg mit {name}
            </button>
          </li>
        ))}
      </ol>
      <button type="button" onClick={onSend}>
        los
      </button>
      <button type="button" onClick={onClose}>
        zu
      </button>
    </section>
  );
  const shown = () =>
    within(screen.getByRole('list', { name: 'Dateien' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.split('weg')[0]);

  it('are those of an earlier visit, those that have arrived and those on their way; one that arrives stays the same', async () => {
    const { store, onSubmit } = await show([field('a')], [provide(fileViewer, Viewer)], {
      a: [{ entityId: 'earlier-12345', name: 'alt.pdf', extension: 'pdf', size: 5 }],
    });
    await pick('a', pdf('eins.pdf'), pdf('zwei.pdf'));
    await calls[0]?.succeed();
    await userEvent.click(screen.getByRole('button', { name: 'zwei.pdf ansehen' }));
    expect(shown()).toEqual(['alt.pdf', 'eins.pdf von hier', 'zwei.pdf von hier']);
    expect(screen.getByText(/zwei.pdf von hier/)).toHaveAttribute('aria-current', 'true');
    await calls[1]?.succeed();
    expect(screen.getByText(/zwei.pdf von hier/)).toHaveAttribute('aria-current', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'weg mit eins.pdf' }));
    expect(names(store.get('a'))).toEqual(['alt.pdf', 'zwei.pdf']);
    await userEvent.click(screen.getByRole('button', { name: 'los' }));
    expect(onSubmit).toHaveBeenCalledOnce();
    expect(screen.queryByRole('region', { name: 'Galerie' })).toBeNull();
  });

  it('tells over them which others were refused, and why', async () => {
    await show([field('a', { maxFiles: 2, maxSizeMb: 0.00001 })], [provide(fileViewer, Viewer)]);
    await pick('a', pdf('eins.pdf'));
    await userEvent.click(screen.getByRole('button', { name: 'eins.pdf ansehen' }));
    const told = within(screen.getByRole('region', { name: 'Galerie' })).getByRole('complementary');
    expect(told).toBeEmptyDOMElement();
    await userEvent
      .setup({ applyAccept: false })
      .upload(screen.getByTestId('pick-a'), [
        pdf('setup.exe'),
        new File(['viel zu groß'], 'gross.pdf'),
        pdf('zwei.pdf'),
        pdf('drei.pdf'),
      ]);
    expect(shown()).toEqual(['eins.pdf von hier', 'zwei.pdf von hier']);
    expect(within(told).getByRole('alert')).toHaveTextContent(
      'Dateien mit nicht erlaubten Endungen wurden entfernt:setup.exe',
    );
    expect(
      within(told)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'setup.exe',
      expect.stringMatching(/^gross\.pdfDiese Datei ist zu groß/),
      'drei.pdfHöchstens 2 Dateien sind möglich.',
    ]);
    await userEvent.click(
      within(told).getByRole('button', { name: 'Meldung zu gross.pdf schließen' }),
    );
    expect(told).not.toHaveTextContent('gross.pdf');
  });

  it('give the focus to the way to more of them when the one that was looked at has gone', async () => {
    await show([field('a')], [provide(fileViewer, Viewer)]);
    await pick('a', pdf('eins.pdf'));
    await userEvent.click(screen.getByRole('button', { name: 'eins.pdf ansehen' }));
    await userEvent.click(screen.getByRole('button', { name: 'weg mit eins.pdf' }));
    await userEvent.click(screen.getByRole('button', { name: 'zu' }));
    expect(screen.getByRole('button', { name: 'Dateien auswählen' })).toHaveFocus();
  });
});
