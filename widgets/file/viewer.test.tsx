// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { provide } from '#src/engine/react/services/services.ts';
import {
  calls,
  createField,
  listNames,
  pdf,
  pick,
  resetUploads,
  showFileForm,
} from '#src/engine/testing/fileForm.tsx';
import { fileViewer, type FileViewerProps } from './service.ts';

beforeEach(resetUploads);

describe('files in the viewer', () => {
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

  it('The viewer shows all files; an uploaded one keeps its identity', async () => {
    const { store, onSubmit } = await showFileForm(
      [createField('a')],
      [provide(fileViewer, Viewer)],
      {
        a: [{ entityId: 'earlier-12345', name: 'alt.pdf', extension: 'pdf', size: 5 }],
      },
    );
    await pick('a', pdf('eins.pdf'), pdf('zwei.pdf'));
    await calls[0]?.succeed();
    await userEvent.click(screen.getByRole('button', { name: 'zwei.pdf ansehen' }));
    expect(shown()).toEqual(['alt.pdf', 'eins.pdf von hier', 'zwei.pdf von hier']);
    expect(screen.getByText(/zwei.pdf von hier/)).toHaveAttribute('aria-current', 'true');
    await calls[1]?.succeed();
    expect(screen.getByText(/zwei.pdf von hier/)).toHaveAttribute('aria-current', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'weg mit eins.pdf' }));
    expect(listNames(store.get('a'))).toEqual(['alt.pdf', 'zwei.pdf']);
    await userEvent.click(screen.getByRole('button', { name: 'los' }));
    expect(onSubmit).toHaveBeenCalledOnce();
    expect(screen.queryByRole('region', { name: 'Galerie' })).toBeNull();
  });

  it('The viewer names the files that were rejected, and why', async () => {
    await showFileForm(
      [createField('a', { maxFiles: 2, maxSizeMb: 0.00001 })],
      [provide(fileViewer, Viewer)],
    );
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
      'Diese Dateien nehmen wir nicht an:setup.exe',
    );
    expect(
      within(told)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'setup.exe',
      expect.stringMatching(/^gross\.pdfDiese Datei ist zu groß/),
      'drei.pdfHöchstens 2 Dateien sind möglich.Diese Datei wird nicht mitgeschickt.',
    ]);
    await userEvent.click(
      within(told).getByRole('button', { name: 'Meldung zu gross.pdf schließen' }),
    );
    expect(told).not.toHaveTextContent('gross.pdf');
  });

  it('The focus moves to the picker when the viewed file is gone', async () => {
    await showFileForm([createField('a')], [provide(fileViewer, Viewer)]);
    await pick('a', pdf('eins.pdf'));
    await userEvent.click(screen.getByRole('button', { name: 'eins.pdf ansehen' }));
    await userEvent.click(screen.getByRole('button', { name: 'weg mit eins.pdf' }));
    await userEvent.click(screen.getByRole('button', { name: 'zu' }));
    expect(screen.getByRole('button', { name: 'Dateien auswählen' })).toHaveFocus();
  });
});
