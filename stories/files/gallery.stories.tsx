import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation, useSearchParams } from 'react-router-dom';
import { expect, fireEvent, waitFor, within } from 'storybook/test';
import { listCaseFiles, type ListedFile } from '#schemas/cases/caseFiles.ts';
import { downloadFile, getThumbnail } from '#schemas/files/files.ts';
import { getFileExtension, hasThumbnail } from '#schemas/files/files.rules.ts';
import { getPreview } from '#schemas/files/previews.ts';
import { createStore } from '#src/app/store.ts';
import { CaseGallery } from '#src/gallery/CaseGallery.tsx';
import { FileLink } from '#src/gallery/FileLink.tsx';
import type { GalleryFile } from '#src/gallery/galleryFile.ts';
import { clipMiddle } from '#src/ui/clipMiddle.ts';
import { QueuedGallery } from '#src/gallery/QueuedGallery.tsx';
import { logIn } from '../support/logIn.ts';
import {
  responds,
  respondsBy,
  respondsBytes,
  isUnreachable,
  mockApi,
  neverResponds,
} from '../support/mockApi.ts';
import { makePdf, makePicture } from '../support/sampleFiles.ts';
import { inEnglish, onPhone } from '../support/variants.ts';

function Case() {
  const [query] = useSearchParams();
  const { search } = useLocation();
  const file = query.get('file');
  return (
    <main>
      <h1>Akte</h1>
      <p data-testid="address">{search}</p>
      <FileLink file={{ fileId: 'f1', fileName: 'heck-links.jpg' }} label="heck-links.jpg ansehen">
        heck-links.jpg
      </FileLink>
      {file !== null && <CaseGallery acc="a1" akte="c1" fileId={file} />}
    </main>
  );
}
function Portal({ address }: { address: string }) {
  const [store] = useState(createStore);
  return (
    <Provider store={store}>
      <MemoryRouter initialEntries={['/before', address]} initialIndex={1}>
        <Case />
      </MemoryRouter>
    </Provider>
  );
}

/** Files one at a time over the whole window. */
const meta = {
  title: 'Screens/Gallery',
  parameters: { isPage: true, layout: 'fullscreen' },
  beforeEach: () => logIn(),
} satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const file = (fileId: string, fileName: string): ListedFile => ({
  fileId,
  fileName,
  fileExtension: getFileExtension(fileName),
  size: 4_400_000,
  hasThumbnail: hasThumbnail(getFileExtension(fileName)),
  messageId: 'm1',
  creationDate: '2026-11-12T08:14:00Z',
  folderId: null,
  creatorName: 'Dr. Miriam Behrens',
});
const longName =
  'Sachverständigengutachten über den Unfallschaden vom 14. Oktober 2026, zweite Fassung.pdf';
const files = [
  file('f0', longName),
  file('f1', 'heck-links.jpg'),
  file('f2', 'notiz.txt'),
  file('f3', 'Schriftsatz.docx'),
  file('f4', 'kaputt.pdf'),
  file('f5', 'fehlt.png'),
  file('f6', 'Film.mp4'),
];
const respondWithFiles = (all: ListedFile[]) =>
  responds(listCaseFiles, {
    files: all,
    totalFiles: all.length,
    photoCount: 0,
    documentCount: all.length,
  });
const readId = ({ pathname }: URL): string => pathname.split('/').at(-1) ?? '';
const bytes: Record<string, () => Blob | Promise<Blob>> = {
  f0: () => makePdf(Array.from({ length: 12 }, (_, index) => `Gutachten, Seite ${index + 1}`)),
  f1: () => makePicture('Heck links', { width: 1_200, height: 800 }, '#41586a'),
  f2: () => new Blob([new Uint8Array([0x47, 0x72, 0xfc, 0xdf, 0x65])]), // "Grüße" in Windows-1252
  f4: () => new Blob(['%PDF-1.4 und sonst nichts']),
};
const world = [
  respondWithFiles(files),
  respondsBytes(getThumbnail, (url) =>
    readId(url) === 'f1' ? makePicture('Heck', { width: 320, height: 213 }, '#41586a') : undefined,
  ),
  respondsBytes(getPreview, (url) => (readId(url) === 'f1' ? bytes['f1']?.() : undefined)),
  respondsBytes(downloadFile, (url) => bytes[readId(url)]?.()),
];

const at = (id: string, ...planned: Parameters<typeof mockApi>): Story => ({
  render: () => <Portal address={`/akten/c1/accounts/a1?file=${id}`} />,
  beforeEach: () => mockApi(...(planned.length > 0 ? planned : world)),
});
const until = (story: Story, text: string | RegExp): Story => ({
  ...story,
  play: async ({ canvas }) => {
    await canvas.findAllByText(text);
  },
});

export const Picture: Story = {
  ...at('f1'),
  play: async ({ canvas, userEvent }) => {
    const dialog = await canvas.findByRole('dialog', { name: 'heck-links.jpg' });
    const picture = await within(dialog).findByRole('img', { name: 'heck-links.jpg' });
    await expect(
      within(dialog).getByText('Datei 2 von 7 · 4,2 MB · 12.11.2026, Dr. Miriam Behrens'),
    ).toBeInTheDocument();
    const before = picture.getBoundingClientRect().width;
    await userEvent.keyboard('+');
    await waitFor(() =>
      expect(picture.getBoundingClientRect().width).toBeGreaterThan(before * 1.4),
    );
    await userEvent.keyboard('0');
    await waitFor(() => expect(picture.getBoundingClientRect().width).toBe(before));
    await userEvent.dblClick(picture);
    await waitFor(() =>
      expect(picture.getBoundingClientRect().width).toBeGreaterThan(before * 1.9),
    );
    await userEvent.dblClick(picture);
    await waitFor(() => expect(picture.getBoundingClientRect().width).toBe(before));
    const finger = (pointerId: number, clientX: number) => ({
      pointerId,
      pointerType: 'touch',
      clientX,
      clientY: 300,
    });
    await fireEvent.pointerDown(picture, finger(1, 100));
    await fireEvent.pointerDown(picture, finger(2, 200));
    await fireEvent.pointerMove(picture, finger(2, 350));
    await waitFor(() =>
      expect(picture.getBoundingClientRect().width).toBeGreaterThan(before * 2.4),
    );
    for (const id of [1, 2]) await fireEvent.pointerUp(picture, finger(id, 350));
    // pinch is no swipe
    await expect(canvas.getByRole('dialog', { name: 'heck-links.jpg' })).toBeInTheDocument();
    await userEvent.keyboard('0');
    // Thumbnails, file icons, and an icon for a failed thumbnail.
    await waitFor(() =>
      expect(
        within(dialog)
          .getByRole('button', { name: 'Datei 2 von 7: heck-links.jpg' })
          .querySelector('img'),
      ).not.toBeNull(),
    );
    for (const [name, kind] of [
      ['Datei 6 von 7: fehlt.png', 'png'],
      ['Datei 4 von 7: Schriftsatz.docx', 'docx'],
    ] as const)
      await expect(within(dialog).getByRole('button', { name })).toHaveTextContent(kind);
  },
};
export const PictureOnPhone = onPhone(Picture);
export const Pdf: Story = {
  ...at('f0'),
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Gutachten, Seite 1')).toBeInTheDocument();
    const first = canvas.getByRole('region', { name: 'Seite 1 von 12' });
    await expect(first.getBoundingClientRect().bottom).toBeLessThanOrEqual(
      (first.closest('[data-stage]')?.getBoundingClientRect().bottom ?? 0) + 1,
    ); // whole
    const title = await canvas.findByRole('heading', { level: 2 });
    await expect(title).toHaveTextContent(clipMiddle(longName, 50) + longName);
    await expect(title.querySelector('[title]')).toHaveAttribute('title', longName);
    await expect(
      canvas.getByRole('region', { name: 'Seite 12 von 12' }).querySelector('span'),
    ).toBeNull(); // loaded when it comes near
    canvas.getByRole('region', { name: 'Seite 12 von 12' }).scrollIntoView();
    await expect(await canvas.findByText('Gutachten, Seite 12')).toBeInTheDocument();
  },
};
export const PdfOnPhone = onPhone(until(at('f0'), 'Gutachten, Seite 1'));
export const PdfInEnglish = inEnglish(until(at('f0'), /^File 1 of 7 · /));
export const Text = until(at('f2'), 'Grüße');
export const NotToBeShown: Story = {
  ...at('f3'),
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText('Diese Datei können wir hier nicht anzeigen.'),
    ).toBeInTheDocument();
    await expect(canvas.getByRole('button', { name: 'Herunterladen' })).toBeInTheDocument();
  },
};
export const NotToBeShownOnPhone = onPhone(NotToBeShown);
/** A broken PDF and a picture without a preview offer a download. */
export const Broken: Story = {
  ...at('f4'),
  play: async ({ canvas, userEvent }) => {
    await expect(
      await canvas.findByText('Diese Datei können wir hier nicht anzeigen.'),
    ).toBeInTheDocument();
    await userEvent.keyboard('{ArrowRight}');
    await expect(await canvas.findByRole('dialog', { name: 'fehlt.png' })).toBeInTheDocument();
    await expect(
      await canvas.findByText('Diese Datei können wir hier nicht anzeigen.'),
    ).toBeInTheDocument();
  },
};
export const OffTheNet: Story = {
  ...at('f1', respondWithFiles(files), isUnreachable(getPreview), neverResponds(getThumbnail)),
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('button', { name: 'Noch einmal versuchen' }),
    ).toBeInTheDocument();
  },
};
export const Loading = until(at('f1', neverResponds(listCaseFiles)), 'Wird geladen');
export const Gone = until(
  at('nobody-has-this'),
  'Diese Datei gibt es hier nicht, oder sie wird nicht mehr mit Ihnen geteilt.',
);

let asked: string[] = [];
const noted = (path: string) => (url: URL) => {
  asked.push(`${path} ${readId(url)}`);
  return bytes[readId(url)]?.();
};
/** Keys go from file to file and back to the link; files are cached. */
export const ByKeyboard: Story = {
  beforeEach: () => {
    asked = [];
    return mockApi(
      respondWithFiles(files),
      respondsBytes(getPreview, noted('preview')),
      respondsBytes(downloadFile, noted('whole')),
    );
  },
  render: () => <Portal address="/akten/c1/accounts/a1?message=m1" />,
  play: async ({ canvas, userEvent }) => {
    const link = await canvas.findByRole('link', { name: 'heck-links.jpg ansehen' });
    link.focus();
    await userEvent.keyboard('{Enter}');
    await canvas.findByRole('dialog', { name: 'heck-links.jpg' });
    for (const [key, name] of [
      ['{ArrowRight}', 'notiz.txt'],
      ['{End}', 'Film.mp4'],
      ['{ArrowRight}', 'Film.mp4'],
      ['{Home}', longName],
      ['{ArrowLeft}', longName],
    ] as const) {
      await userEvent.keyboard(key);
      await expect(await canvas.findByRole('dialog', { name })).toBeInTheDocument();
    }
    await expect(canvas.getByTestId('address')).toHaveTextContent('?file=f0');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(canvas.queryByRole('dialog')).toBeNull());
    await expect(canvas.getByTestId('address')).toHaveTextContent('?message=m1');
    await expect(link).toHaveFocus();
    await userEvent.keyboard('{Enter}{ArrowLeft}');
    await canvas.findByText('Gutachten, Seite 1');
    await waitFor(() =>
      expect(asked).toEqual(expect.arrayContaining(['preview f1', 'whole f0', 'whole f2'])),
    );
    await expect(asked.filter((each, index) => asked.indexOf(each) !== index)).toEqual([]);
  },
};

const many = Array.from({ length: 500 }, (_, index) => file(`n${index}`, `Foto ${index + 1}.docx`));
/** 500 files are one list; only visible ones are rendered. */
export const FiveHundred: Story = {
  ...at('n250', respondWithFiles(many)),
  play: async ({ canvas, userEvent }) => {
    const strip = await canvas.findByRole('navigation', { name: 'Alle Dateien' });
    await expect(await within(strip).findByRole('button', { current: true })).toHaveAccessibleName(
      'Datei 251 von 500: Foto 251.docx',
    );
    await expect(within(strip).getAllByRole('button').length).toBeLessThan(40);
    await userEvent.keyboard('{End}');
    await waitFor(() =>
      expect(within(strip).getByRole('button', { current: true })).toHaveAccessibleName(
        'Datei 500 von 500: Foto 500.docx',
      ),
    );
    await expect(within(strip).getAllByRole('button').length).toBeLessThan(60);
  },
};

const photos = [file('p1', 'heck-links.jpg'), file('p2', 'heck-rechts.jpg')];
function Photos() {
  const [query] = useSearchParams();
  const id = query.get('file');
  return (
    <main>
      <h1>Fotos</h1>
      <FileLink
        file={{ fileId: 'p2', fileName: 'heck-rechts.jpg' }}
        listed={{ Kind: 'photos' }}
        label="heck-rechts.jpg ansehen"
      >
        heck-rechts.jpg
      </FileLink>
      {id !== null && <CaseGallery acc="a1" akte="c1" fileId={id} />}
    </main>
  );
}
function PhotosPortal() {
  const [store] = useState(createStore);
  return (
    <Provider store={store}>
      <MemoryRouter initialEntries={['/akten/c1']}>
        <Photos />
      </MemoryRouter>
    </Provider>
  );
}
/** A photo opened among photos is followed by photos. */
export const AmongPhotos: Story = {
  render: () => <PhotosPortal />,
  beforeEach: () =>
    mockApi(
      respondsBy(listCaseFiles, (query) => ({
        files: query.get('Kind') === 'photos' ? photos : [...files, ...photos],
        totalFiles: 9,
        photoCount: 2,
        documentCount: 7,
      })),
    ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('link', { name: 'heck-rechts.jpg ansehen' }));
    await expect(await canvas.findByText(/^Datei 2 von 2 · /)).toBeInTheDocument();
    await userEvent.keyboard('{ArrowLeft}');
    await expect(await canvas.findByText(/^Datei 1 von 2 · /)).toBeInTheDocument();
  },
};

const queued = (id: string, name: string): GalleryFile => ({
  id,
  name,
  extension: getFileExtension(name),
  size: 12,
  local: new File([`Inhalt von ${name}`], name),
});
function Queue() {
  const [store] = useState(createStore);
  const [queue, setQueue] = useState([queued('q1', 'eins.txt'), queued('q2', 'zwei.txt')]);
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Provider store={store}>
      <main>
        <h1>Neue Nachricht</h1>
        {isOpen ? (
          <QueuedGallery
            files={queue}
            selectedId={undefined}
            onClose={() => setIsOpen(false)}
            onAdd={() => setQueue([...queue, queued('q3', 'drei.txt')])}
            onRemove={(removed) => setQueue(queue.filter(({ id }) => id !== removed))}
            onSend={() => undefined}
          />
        ) : (
          <p>geschlossen</p>
        )}
      </main>
    </Provider>
  );
}
/** Files before the submission: an added file is shown, and removing the last one closes. */
export const Queued: Story = {
  render: () => <Queue />,
  beforeEach: () => mockApi(),
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findByText('Inhalt von eins.txt')).toBeInTheDocument();
    await userEvent.click(canvas.getByRole('button', { name: 'Dateien hinzufügen' }));
    for (const name of ['drei', 'zwei', 'eins']) {
      await expect(await canvas.findByText(`Inhalt von ${name}.txt`)).toBeInTheDocument();
      await userEvent.click(canvas.getByRole('button', { name: `${name}.txt entfernen` }));
    }
    await expect(await canvas.findByText('geschlossen')).toBeInTheDocument();
  },
};
export const QueuedOnPhone = onPhone(
  until({ render: () => <Queue />, beforeEach: () => mockApi() }, 'Inhalt von eins.txt'),
);
