import type { Meta } from '@storybook/react-vite';
import { expect, waitFor, within } from 'storybook/test';
import { downloadCase } from '#schemas/cases/caseArchives.ts';
import { listCases } from '#schemas/cases/cases.ts';
import { searchMessages, searchMessagesOfCase, type MessageHit } from '#schemas/cases/search.ts';
import { getToasts } from '#src/ui/toast.ts';
import { accident } from '../support/accidentCase.ts';
import { responds, rejects } from '../support/mockApi.ts';
import { onPhone } from '../support/variants.ts';
import { caseMeta, type Story, favorites, cases, address, until, at } from './caseStory.tsx';

/** The search in cases and the download of a case. */
const meta = {
  title: 'Screens/Case search',
  ...caseMeta,
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta;
export default meta;

const plain = (text: string) => [{ text, isHit: false }];
const found: MessageHit = {
  messageId: 'm1',
  akteIdHash: 'c1',
  accountId: 'a1',
  accountName: 'Behrens & Lindqvist',
  caseHeader: accident.header,
  folderId: null,
  folderName: null,
  creatorName: 'Dr. Miriam Behrens',
  isOwnMessage: false,
  creationDate: '2026-11-12T08:14:00Z',
  read: true,
  header: [
    { text: 'Gutachten', isHit: true },
    { text: ' liegt vor', isHit: false },
  ],
  excerpt: [
    { text: 'Die Reparatur kostet laut ', isHit: false },
    { text: 'Gutachten', isHit: true },
    { text: ' 6.482,17 Euro netto.', isHit: false },
  ],
  files: [
    {
      fileId: 'd0',
      fileName: [
        { text: 'Gutachten', isHit: true },
        { text: '_0417.pdf', isHit: false },
      ],
    },
  ],
};
const foundUnread: MessageHit = {
  ...found,
  messageId: 'm9',
  folderId: 'f1',
  folderName: 'Gutachten',
  read: false,
  header: plain('Antwort der Versicherung'),
  excerpt: plain('Die Alster Assekuranz hat die Haftung dem Grunde …'),
  files: [],
};
const hits = responds(searchMessagesOfCase, { hits: [foundUnread, found], cursor: 'next' });
export const Search: Story = {
  ...at('?side=search_messages&find=gutachter', hits),
  play: async ({ canvas }) => {
    const list = await canvas.findByRole('list', { name: 'Nachrichten und Dateien' });
    await expect([...list.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
      'Gutachten',
      'Gutachten',
      'Gutachten',
    ]);
    const [unread, read] = within(list).getAllByRole('link');
    await expect([unread?.getAttribute('href'), read?.getAttribute('href')]).toEqual([
      `${address}?fid=f1&message=m9`,
      `${address}?message=m1`,
    ]);
    await expect(canvas.getByRole('searchbox', { name: 'In dieser Akte suchen' })).toHaveValue(
      'gutachter',
    );
  },
};
export const SearchOnPhone = onPhone(
  until(at('?side=search_messages&find=gutachter', hits), /6\.482,17/),
);
export const SearchFindsNothing = until(
  at('?side=search_messages&find=miete', responds(searchMessagesOfCase, { hits: [] })),
  /^Zu „miete“ gibt es keine Nachricht und keine Datei\. Prüfen Sie die Schreibweise/,
);
export const SearchInAllCases: Story = {
  ...cases(
    '/akten?asbh=gutachten',
    responds(listCases, { akten: [] }),
    responds(searchMessages, { hits: [found] }),
  ),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('link', { name: /Gutachten ?liegt vor/ })).toHaveAttribute(
      'href',
      `${address}?asbh=gutachten&message=m1`,
    );
    await expect(canvas.getByText('Zu „gutachten“ gibt es keine Akte.')).toBeInTheDocument();
  },
};
export const DownloadFails: Story = {
  ...at('', favorites, rejects(downloadCase, 'notFound', '')),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(
      await canvas.findByRole('button', { name: 'Akte als ZIP herunterladen' }),
    );
    await waitFor(() =>
      expect(getToasts()).toContainEqual(
        expect.objectContaining({
          level: 'error',
          text: { id: 'cases.notDownloaded' },
        }),
      ),
    );
  },
};
