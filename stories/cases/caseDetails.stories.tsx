import type { Meta } from '@storybook/react-vite';
import { expect, waitFor, within } from 'storybook/test';
import { listAccounts } from '#schemas/accounts/accounts.ts';
import { getCase } from '#schemas/cases/cases.ts';
import {
  getFolderTimeline,
  getTimeline,
  listFavorites,
  unmarkFavorite,
} from '#schemas/cases/messages.ts';
import { getToasts } from '#src/ui/toast.ts';
import { accident } from '../support/accidentCase.ts';
import { responds, mockApi, rejects } from '../support/mockApi.ts';
import { onPhone } from '../support/variants.ts';
import {
  caseMeta,
  type Story,
  report,
  sealed,
  buildTimeline,
  buildFiles,
  list,
  open,
  messages,
  files,
  favorites,
  practice,
  cases,
  address,
  until,
  at,
} from './caseStory.tsx';

/** Details, favourites and folders of a case. */
const meta = {
  title: 'Screens/Case details',
  ...caseMeta,
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta;
export default meta;

export const Details: Story = {
  ...at('?side=akte_details'),
  play: async ({ canvas, userEvent }) => {
    const details = await canvas.findByRole('complementary', { name: 'Details zur Akte' });
    await expect(
      await canvas.findByRole('link', { name: '040 66969 200 anrufen' }),
    ).toHaveAttribute('href', 'tel:04066969200');
    const offered = () =>
      within(details)
        .queryAllByRole('link', { name: /neuen Tab/ })
        .map(({ textContent }) => textContent);
    await expect(offered()).toEqual([
      'Schaden nachmelden',
      'Termin anfragen',
      'Vollmacht erteilen',
    ]);
    const next = canvas.getByRole('button', { name: 'Nächste Formulare' });
    next.focus();
    await userEvent.keyboard('{Enter}');
    await expect(offered()).toEqual(['Zeugen nennen', 'Bankverbindung ändern', 'Mietwagen melden']);
    await expect(within(details).getByText('2 von 2').closest('[role=status]')).toBeVisible();
    await expect(next).toHaveFocus(); // also at the end
    await userEvent.keyboard('{Enter}');
    await expect(offered()[0]).toBe('Zeugen nennen');
    await userEvent.tab({ shift: true });
    await userEvent.keyboard('{Enter}');
    await expect(offered()[0]).toBe('Schaden nachmelden');
    await waitFor(() => expect(details.querySelectorAll('[data-type]')).toHaveLength(3));
    await userEvent.click(await canvas.findByRole('link', { name: 'Alle 5' }));
    await expect(await canvas.findByRole('complementary', { name: 'Dateien' })).toBeInTheDocument();
    await canvas.findByRole('tablist', { name: 'Dateien' });
    // few files need no search
    await expect(canvas.queryByRole('searchbox', { name: 'Dateien suchen' })).toBeNull();
  },
};
/** Five have room without a slider. */
export const DetailsWithFiveForms: Story = {
  ...at('?side=akte_details'),
  beforeEach: () =>
    mockApi(
      responds(listAccounts, {
        accounts: [{ ...practice, assistants: practice.assistants.slice(0, 5) }],
      }),
      list,
      open,
      messages,
      favorites,
      files,
    ),
  play: async ({ canvas }) => {
    await expect(await canvas.findAllByRole('link', { name: /neuen Tab/ })).toHaveLength(5);
    await expect(canvas.queryByRole('button', { name: 'Nächste Formulare' })).toBeNull();
  },
};
export const DetailsClosedByEscape: Story = {
  ...onPhone(at('?side=akte_details')),
  play: async ({ canvas, userEvent }) => {
    await waitFor(() => expect(canvas.getByRole('complementary')).toHaveFocus());
    await userEvent.keyboard('{Escape}');
    await waitFor(() =>
      expect(canvas.getByRole('button', { name: 'Details zur Akte' })).toHaveFocus(),
    );
  },
};
export const DetailsOnPhone = onPhone(until(at('?side=akte_details'), 'heck-links.jpg'));
export const Favorites: Story = {
  ...at(
    '?side=favorite_messages',
    favorites,
    responds(unmarkFavorite, { ...report, isFavorite: false }),
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(
      await canvas.findByRole('button', { name: '„Gutachten liegt vor“ nicht mehr merken' }),
    );
    await expect(
      await canvas.findByText('Noch nichts gemerkt. Tippen Sie bei einer Nachricht auf den Stern.'),
    ).toBeInTheDocument();
    await waitFor(() =>
      expect(getToasts().map(({ text, action }) => [text, action?.label])).toContainEqual([
        { id: 'cases.favorites.removed', values: { header: 'Gutachten liegt vor' } },
        { id: 'action.undo' },
      ]),
    );
  },
};
/** A favourite that could not be unmarked is marked again. */
export const FavoriteStays: Story = {
  ...at(
    '?side=favorite_messages',
    favorites,
    rejects(unmarkFavorite, 'notFound', 'Das haben wir nicht gefunden.'),
  ),
  play: async ({ canvas, userEvent }) => {
    const name = { name: '„Gutachten liegt vor“ nicht mehr merken' };
    await userEvent.click(await canvas.findByRole('button', name));
    await expect(await canvas.findByRole('button', name)).toBeInTheDocument();
  },
};
export const MessagesOnPhone = onPhone(until(at(''), 'Mietwagen'));

export const FoldersOnPhone: Story = {
  ...onPhone(at('?side=akte_folders', responds(getFolderTimeline, buildTimeline(sealed)))),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('link', { name: /^Gutachten/ }));
    await expect(
      await canvas.findByRole('button', { name: 'Nachricht lesen' }),
    ).toBeInTheDocument();
    await waitFor(() => expect(canvas.getByRole('heading', { level: 1 })).toHaveFocus());
  },
};
export const FavoritesOnPhone = onPhone(
  until(at('?side=favorite_messages'), 'Gutachten liegt vor'),
);
export const NothingOnPhone: Story = {
  ...onPhone(
    cases(
      `${address}?side=akte_files`,
      list,
      responds(getCase, { ...accident, folders: [], folderCount: 0 }),
      responds(getTimeline, buildTimeline()),
      responds(listFavorites, { messages: [], totalCount: 0 }),
      buildFiles([]),
    ),
  ),
  play: async ({ canvas, userEvent }) => {
    await expect(await canvas.findByText(/^Noch keine Dateien/)).toBeInTheDocument();
    await userEvent.click(canvas.getByRole('link', { name: 'Ordner' }));
    await expect(await canvas.findByText('Es gibt noch keine Ordner.')).toBeInTheDocument();
    await userEvent.click(canvas.getByRole('link', { name: 'Gemerkt' }));
    await expect(
      await canvas.findByText('Noch nichts gemerkt. Tippen Sie bei einer Nachricht auf den Stern.'),
    ).toBeInTheDocument();
  },
};
