// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { provide } from '#src/engine/react/services/services.ts';
import {
  unfinishedUploads,
  uploads,
  type UnfinishedUploads,
} from '#src/engine/react/services/uploads.ts';
import {
  calls,
  createField,
  listNames,
  pdf,
  pick,
  resetUploads,
  send,
  showFileForm,
} from '#src/engine/testing/fileForm.tsx';
import { createTestEngine, idleUploads, TestForm } from '#src/engine/testing/TestForm.tsx';

beforeEach(resetUploads);

it('Files of three fields are kept apart, also if the same file is picked into each', async () => {
  const { store } = await showFileForm(['a', 'b', 'c'].map((id) => createField(id)));
  const same = pdf('brief.pdf');
  for (const id of ['a', 'b', 'c']) await pick(id, same);
  await pick('b', same);
  expect(calls.map(({ elementId }) => elementId)).toEqual(['a', 'b', 'c', 'b']);
  expect(new Set(calls.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(4);
  for (const call of calls) await call.succeed();
  expect(['a', 'b', 'c'].map((id) => listNames(store.get(id))?.length)).toEqual([1, 2, 1]);
});

it('A required file blocks submission during its upload and after a failure', async () => {
  const { onSubmit } = await showFileForm([createField('a', { required: true })]);
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

it('Files sent with the form do not block it, but shrinking a photo does', async () => {
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
    canFinishAfterSubmit: true,
    keep: async () => undefined,
    drop: async () => undefined,
    list: async () => [],
    hold: async (_key, work) => work().then(() => true),
  };
  const { onSubmit } = await showFileForm(
    [createField('a')],
    [provide(unfinishedUploads, unfinished)],
  );
  await pick('a', pdf('brief.pdf'), new File(['viel zu groß'], 'foto.jpg'));
  await send();
  expect(screen.getByRole('link', { name: /Hier wird noch ein Foto verkleinert/ })).toBeVisible();
  await act(async () => isSmall(new Blob(['klein'])));
  await calls[0]?.fail('whenOnline');
  await send();
  expect(onSubmit).toHaveBeenCalledWith({});
  vi.unstubAllGlobals();
});

it('A failed optional file blocks submission until the visitor removes it', async () => {
  const { onSubmit } = await showFileForm([createField('a')]);
  await pick('a', pdf('brief.pdf'));
  await calls[0]?.fail('onRequest');
  await send();
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Meldung zu brief.pdf schließen' }));
  await send();
  expect(onSubmit).toHaveBeenCalledWith({});
});

it('A refused file never blocks submission, and says that it is not sent', async () => {
  const optional = await showFileForm([createField('a')]);
  await pick('a', pdf('virus.pdf'));
  await calls[0]?.fail('never');
  const shown = screen.getAllByText('Diese Datei wird nicht mitgeschickt.', { exact: false });
  expect(shown.length).toBeGreaterThanOrEqual(2); // in its row and for screen readers
  await send();
  expect(optional.onSubmit).toHaveBeenCalledWith({});
  cleanup();
  const required = await showFileForm([createField('a', { required: true })]);
  await pick('a', pdf('virus.pdf'), pdf('brief.pdf'));
  await calls[1]?.fail('never');
  await send();
  expect(required.onSubmit).not.toHaveBeenCalled(); // the other file is not there yet
  await calls[2]?.succeed();
  await send();
  expect(required.onSubmit).toHaveBeenCalledOnce();
});

it('A file that waits for the network has one explanation', async () => {
  await showFileForm([createField('a')]);
  await pick('a', pdf('brief.pdf'));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await calls[0]?.fail('whenOnline');
  await send();
  expect(screen.getByRole('link', { name: /sobald Sie wieder online sind/ })).toBeVisible();
  expect(screen.queryByText(/oder entfernen Sie sie/)).toBeNull();
  vi.restoreAllMocks();
});

it('An upload stopped offline restarts online, and a rejected one does not', async () => {
  const { store } = await showFileForm([createField('a')]);
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
  expect(listNames(store.get('a'))).toEqual(['eins.pdf']);
  vi.restoreAllMocks();
});

it('Dropped files are uploaded; a drop beside the zone does not replace the page', async () => {
  await showFileForm([createField('a')]);
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

it('Thumbnails load only where they exist; submission disables removing', async () => {
  const elements = [createField('a')];
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

it('The number of files is limited, uploads included', async () => {
  await showFileForm([createField('a', { maxFiles: 2 })]);
  await pick('a', pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf'));
  expect(calls).toHaveLength(2);
  expect(
    within(screen.getAllByRole('listitem')[2] ?? document.body).getByText(
      'Höchstens 2 Dateien sind möglich.',
    ),
  ).toBeVisible();
});

it('A surplus file is uploaded once there is room', async () => {
  const { store } = await showFileForm([createField('a', { maxFiles: 2 })]);
  await pick('a', pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf'), pdf('4.pdf'));
  await calls[0]?.succeed();
  await calls[1]?.succeed();
  expect(screen.getAllByText('Höchstens 2 Dateien sind möglich.')).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: '1.pdf entfernen' }));
  await calls[2]?.succeed();
  expect(listNames(store.get('a'))).toEqual(['2.pdf', '3.pdf']);
  expect(screen.getAllByText('Höchstens 2 Dateien sind möglich.')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Meldung zu 4.pdf schließen' }));
  expect(calls).toHaveLength(3);
});

it('The camera is offered where photos are accepted, and only there', async () => {
  await showFileForm([createField('a'), createField('b', { extensions: ['pdf'] })]);
  expect(screen.getByTestId('camera-a')).toHaveAttribute('capture', 'environment');
  expect(screen.getAllByText('Foto aufnehmen')).toHaveLength(1);
});

it('A failed upload does not affect the files beside it', async () => {
  const { store } = await showFileForm([createField('a')]);
  await pick('a', pdf('eins.pdf'), pdf('zwei.pdf'), pdf('drei.pdf'));
  await calls[1]?.fail('never');
  await calls[0]?.succeed();
  await calls[2]?.succeed();
  expect(listNames(store.get('a'))).toEqual(['eins.pdf', 'drei.pdf']);
  expect(screen.getByText('zwei.pdf')).toBeVisible();
});

it('Files keep the order in which they were picked, in the list and in the answer', async () => {
  const arrange = vi.fn<NonNullable<UnfinishedUploads['arrange']>>();
  const unfinished: UnfinishedUploads = {
    arrange,
    keep: async () => undefined,
    drop: async () => undefined,
    list: async () => [],
    hold: async (_key, work) => work().then(() => true),
  };
  const { store } = await showFileForm(
    [createField('a', { maxFiles: 3 })],
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
  expect(listNames(store.get('a'))).toEqual(['eins.pdf', 'zwei.pdf', 'drei.pdf']);
  const ids = (store.get('a') as { entityId: string }[]).map(({ entityId }) => entityId);
  expect(
    arrange.mock.lastCall?.[0].filter((id) => ids.includes(id) || id === calls[1]?.idempotencyKey),
  ).toEqual([ids[0], calls[1]?.idempotencyKey, ids[1], ids[2]]);
});

it('A message is sent without its rejected files', async () => {
  const unfinished: UnfinishedUploads = {
    canFinishAfterSubmit: true,
    keep: async () => undefined,
    drop: async () => undefined,
    list: async () => [],
    hold: async (_key, work) => work().then(() => true),
  };
  const { onSubmit } = await showFileForm(
    [createField('a')],
    [provide(unfinishedUploads, unfinished)],
  );
  await pick('a', new File([], 'leer.pdf'), pdf('virus.pdf'));
  await calls[0]?.fail('never');
  await send();
  expect(onSubmit).toHaveBeenCalledWith({});
});

describe('a file type that is not allowed', () => {
  it('A forbidden file type is named, and files picked with it are uploaded', async () => {
    const { store } = await showFileForm([createField('a')]);
    await userEvent
      .setup({ applyAccept: false })
      .upload(screen.getByTestId('pick-a'), [
        pdf('brief.pdf'),
        pdf('setup.exe'),
        pdf('ohne-endung'),
      ]);
    const note = screen.getByRole('alert');
    expect(note).toHaveTextContent('Diese Dateien nehmen wir nicht an:');
    expect(
      within(note)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['setup.exe', 'ohne-endung']);
    await calls[0]?.succeed();
    expect([calls.length, listNames(store.get('a'))]).toEqual([1, ['brief.pdf']]);
    await pick('a', pdf('zweiter.pdf'));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('A HEIC photo', () => {
  const photo = () => new File(['heic'], 'IMG_1.heic');
  /** A browser whose worker returns this picture, or cannot decode. */
  const decode = (picture: Blob | undefined) =>
    vi.stubGlobal(
      'Worker',
      class {
        onmessage?: (event: { data: object }) => void;
        postMessage() {
          this.onmessage?.({
            data: picture ? { isReadable: true, picture } : { isReadable: false },
          });
        }
        terminate = () => undefined;
      },
    );

  it('A HEIC photo is uploaded as a JPEG where the browser can read it', async () => {
    decode(new Blob(['jpeg, larger than before'], { type: 'image/jpeg' }));
    await showFileForm([createField('a', { extensions: ['jpg'] })]);
    await pick('a', photo());
    await expect.poll(() => calls[0]?.file.name).toBe('IMG_1.jpg');
    expect(calls[0]?.file.type).toBe('image/jpeg');
    vi.unstubAllGlobals();
  });

  it('A HEIC photo that the browser cannot read is uploaded as it is', async () => {
    decode(undefined);
    await showFileForm([createField('a')]);
    await pick('a', photo());
    await expect.poll(() => calls[0]?.file.name).toBe('IMG_1.heic');
    vi.unstubAllGlobals();
  });

  it.each([
    ['HEIC photo', 'IMG_1.heic', 'heic'],
    ['HEIC photo that is called a JPEG', 'IMG_1.jpg', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    ['WebP picture', 'foto.webp', 'RIFF\x24\0\0\0WEBPVP8 '],
  ])('A field that takes only JPEG says how to send an unreadable %s', async (_, name, content) => {
    decode(undefined);
    await showFileForm([createField('a', { extensions: ['jpg'] })]);
    await pick('a', new File([content], name));
    const [reason] = await screen.findAllByText(/Schicken Sie es als JPEG/);
    expect(reason).toBeVisible();
    expect(calls).toEqual([]);
    vi.unstubAllGlobals();
  });
});
