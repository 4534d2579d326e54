import type { Meta } from '@storybook/react-vite';
import { expect, waitFor, within } from 'storybook/test';
import { listCaseFiles } from '#schemas/cases/caseFiles.ts';
import { rejects, respondsWhile } from '../support/mockApi.ts';
import { onPhone } from '../support/variants.ts';
import {
  caseMeta,
  type Story,
  file,
  listed,
  buildFiles,
  favorites,
  address,
  until,
  at,
} from './caseStory.tsx';

/** The files of a case. */
const meta = {
  title: 'Screens/Case files',
  ...caseMeta,
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta;
export default meta;

const many = listed(
  Array.from({ length: 14 }, (_, index) => ({
    ...file(`n${index}`, index % 3 === 0 ? `Schriftsatz ${index}.pdf` : `Foto ${index}.jpg`),
    creationDate: new Date(
      Date.now() - [1, 15, 60, 200, 800][index % 5]! * 3_600_000,
    ).toISOString(),
  })),
);
/** Tabs, photos grouped by age, a search from 13 files on. */
export const FileTabs: Story = {
  ...at('?side=akte_files', favorites, buildFiles(many)),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('tab', { name: 'Fotos (9)' });
    await expect(
      (
        await canvas.findAllByRole('heading', {
          level: 3,
          name: /Heute|Gestern|Früher in dieser Woche|Letzte Woche|Vor längerer Zeit/,
        })
      ).map(({ textContent }) => textContent),
    ).toEqual(['Heute', 'Gestern', 'Früher in dieser Woche', 'Letzte Woche', 'Vor längerer Zeit']);
    canvas.getByRole('tab', { name: 'Fotos (9)' }).focus();
    await userEvent.keyboard('{ArrowRight}{Enter}');
    await expect(
      await canvas.findByRole('link', { name: /^Schriftsatz 3\.pdf ansehen/ }),
    ).toHaveAttribute('href', `${address}?side=akte_files&file=n3`);
    await userEvent.type(canvas.getByRole('searchbox', { name: 'Dateien suchen' }), 'SATZ 12');
    await waitFor(() =>
      expect(canvas.getAllByRole('link', { name: /Schriftsatz/ })).toHaveLength(1),
    );
    await expect(canvas.getByRole('tab', { name: 'Fotos' })).toBeInTheDocument();
  },
};
/** Each tab loads its own files page by page. */
export const VeryManyFiles: Story = {
  ...at(
    '?side=akte_files',
    favorites,
    buildFiles(
      listed(
        Array.from({ length: 60 }, (_, index) => ({
          ...file(`v${index}`, index === 55 ? 'Foto.jpg' : `Schriftsatz ${index}.docx`),
          creationDate: new Date().toISOString(),
        })),
      ),
    ),
  ),
  play: async ({ canvas, userEvent }) => {
    await expect(
      await canvas.findByRole('link', { name: /^Foto\.jpg ansehen/ }),
    ).toBeInTheDocument();
    await userEvent.click(canvas.getByRole('tab', { name: 'Dokumente (59)' }));
    await waitFor(() =>
      expect(canvas.getAllByRole('link', { name: /^Schriftsatz \d+\.docx ansehen/ })).toHaveLength(
        50,
      ),
    );
    await userEvent.click(canvas.getByRole('button', { name: 'Weitere Dateien laden' }));
    await waitFor(() =>
      expect(canvas.getAllByRole('link', { name: /^Schriftsatz \d+\.docx ansehen/ })).toHaveLength(
        59,
      ),
    );
    await userEvent.type(canvas.getByRole('searchbox', { name: 'Dateien suchen' }), 'SATZ 12');
    await waitFor(() =>
      expect(canvas.getAllByRole('link', { name: /Schriftsatz/ })).toHaveLength(1),
    );
    await expect(canvas.getByRole('searchbox', { name: 'Dateien suchen' })).toHaveFocus();
  },
};
export const FileTabsOnPhone = onPhone(
  until(at('?side=akte_files', favorites, buildFiles(many)), 'Heute'),
);
export const FilesFailed = until(
  at(
    '?side=akte_files',
    favorites,
    rejects(listCaseFiles, 'unexpected', 'Die Dateien sind gerade nicht da.'),
  ),
  'Die Dateien sind gerade nicht da.',
);
export const FilesOnPhone = onPhone(until(at('?side=akte_files'), 'heck-links.jpg'));

const network = { isUp: false };
const letter = listed([{ ...file('w1', 'Schriftsatz.docx'), fileExtension: 'docx' }]);
/** A gallery whose list did not load says so, and a button loads it again. */
export const GalleryOffline: Story = {
  ...at(
    '?file=w1',
    favorites,
    respondsWhile(network, listCaseFiles, {
      files: letter,
      totalFiles: 1,
      photoCount: 0,
      documentCount: 1,
    }),
  ),
  play: async ({ canvas, userEvent }) => {
    const dialog = within(await canvas.findByRole('dialog', { name: 'Dateien' }));
    await dialog.findByText(/^Wir erreichen den Server gerade nicht/);
    await expect(dialog.queryByText(/^Diese Datei gibt es hier nicht/)).toBeNull();
    network.isUp = true;
    await userEvent.click(dialog.getByRole('button', { name: 'Noch einmal versuchen' }));
    await canvas.findByRole('dialog', { name: 'Schriftsatz.docx' });
    network.isUp = false; // for the next run
  },
};
