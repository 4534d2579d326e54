import type { Meta } from '@storybook/react-vite';
import { expect, waitFor, within } from 'storybook/test';
import { listAccounts } from '#schemas/accounts/accounts.ts';
import { getCase, listCases, type CaseSummary, type Folder } from '#schemas/cases/cases.ts';
import { getFolderTimeline } from '#schemas/cases/messages.ts';
import { makeFolder } from '#schemas/testing/make.ts';
import { accident } from '../support/accidentCase.ts';
import { responds, rejects, neverResponds } from '../support/mockApi.ts';
import { onPhone } from '../support/variants.ts';
import {
  caseMeta,
  type Story,
  sealed,
  buildTimeline,
  list,
  favorites,
  cases,
  practice,
} from './caseStory.tsx';

/** The list of cases. */
const meta = {
  title: 'Screens/Case list',
  ...caseMeta,
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta;
export default meta;

export const List: Story = {
  ...cases('/akten', list),
  play: async ({ canvas, userEvent }) => {
    const [first, second] = await canvas.findAllByRole('link', { name: /Wieland/ });
    first?.focus();
    await expect(first).not.toHaveAccessibleName(/anerkannt/); // the end of the last message
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect(second).toHaveFocus();
    await userEvent.keyboard('{Home}');
    await expect(first).toHaveFocus();
    await expect(document.title).toBe('(3) Akten – Behrens & Lindqvist');
  },
};
export const ListOffline: Story = {
  ...cases('/akten', list),
  play: async ({ canvas }) => {
    await canvas.findAllByText(/^Verkehrsunfall/);
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
    dispatchEvent(new Event('offline'));
    await expect(
      await canvas.findByText('Sie sind offline. Was Sie hier sehen, kann älter sein.'),
    ).toBeInTheDocument();
    Reflect.deleteProperty(navigator, 'onLine');
  },
};
export const ListEmpty = cases('/akten', responds(listCases, { akten: [] }));
export const ListEmptyForStaff: Story = {
  ...cases(
    '/akten',
    responds(listCases, { akten: [] }),
    responds(listAccounts, { accounts: [{ ...practice, boardRole: 'admin' }] }),
  ),
  play: async ({ canvas }) => {
    const sentence = await canvas.findByText(/^Hier stehen Akten/);
    await expect(within(sentence).getByRole('link', { name: 'Aufgaben' })).toBeVisible();
    await expect(canvas.queryByText(/Sobald Ihr Dienstleister/)).toBeNull();
  },
};
export const ListWithLockedAccount: Story = {
  ...cases(
    '/akten',
    list,
    responds(listAccounts, { accounts: [practice, { ...practice, id: 'a9', isActivated: false }] }),
  ),
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByRole('link', { name: 'den Nutzungsbedingungen zugestimmt' }),
    ).toHaveAttribute('href', '/dashboard?accid=a9&activateMode=1');
  },
};
export const ListFailed = cases(
  '/akten',
  rejects(listCases, 'unexpected', 'Etwas ist schiefgegangen.'),
);
export const ListLoading = cases('/akten', neverResponds(listCases));
/** A name without a break, a hundred nested folders and too many categories. */
const nested = Array.from({ length: 100 }, (_, index) => index).reduceRight<Folder[]>(
  (inside, index) => [
    makeFolder({
      id: `n${index}`,
      name: `Ebene ${index + 1} mit einem längeren Namen`,
      descendants: inside,
      totalUnreadMessage: index === 99 ? 1 : 0,
    }),
  ],
  [],
);
const extreme: CaseSummary = {
  ...accident,
  header: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(
    2,
  ),
  accountName: 'Rechtsanwaltspartnerschaftsgesellschaft'.repeat(2),
  aktenzeichen: 'A'.repeat(100),
  creatorLastName: 'Müller-Lüdenscheidt-'.repeat(4),
  folders: nested,
  folderCount: 100,
  categories: Array.from({ length: 12 }, (_, index) => `Kategorie ${index + 1} mit langem Namen`),
};
const fits = (): Promise<void> =>
  waitFor(async () => {
    for (const part of document.querySelectorAll('section, aside'))
      await expect(part.scrollWidth).toBeLessThanOrEqual(part.clientWidth);
  });
const inExtreme = cases(
  '/akten/c1/accounts/a1?fid=n99',
  responds(listCases, { akten: [{ accountId: 'a1', akten: [extreme] }] }),
  responds(getCase, extreme),
  responds(getFolderTimeline, buildTimeline(sealed)),
  favorites,
);
export const Extreme: Story = {
  ...inExtreme,
  parameters: { a11y: { test: 'off' } }, // axe is slow with a hundred folders
  play: async ({ canvas, userEvent }) => {
    // by text: a search by role reads all hundred folders each time
    await expect((await canvas.findAllByLabelText('Pfad'))[0]?.querySelectorAll('li')).toHaveLength(
      5,
    );
    await userEvent.click(await canvas.findByText('+4'));
    await expect(await canvas.findByText('Kategorie 12 mit langem N…')).toBeInTheDocument();
    const [title] = document.querySelectorAll<HTMLElement>(`li [title="${extreme.header}"]`);
    const lineHeight = title ? parseFloat(getComputedStyle(title).lineHeight) : 0;
    await expect(title?.clientHeight).toBeLessThanOrEqual(Math.ceil(3 * lineHeight));
    await fits();
  },
};
export const ExtremeOnPhone: Story = onPhone({
  ...inExtreme,
  play: async ({ canvas }) => {
    await canvas.findAllByLabelText('Pfad');
    await fits();
  },
});
