// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { clearFileCache } from '#src/api/client/fileCache.ts';
import { FileThumbnail, type Thumbnailed } from './FileThumbnail.tsx';

const files = vi.hoisted(() => ({
  fetchThumbnail: vi.fn<(id: string) => Promise<Blob | undefined>>(),
}));
vi.mock('#src/api/files/files.ts', async (importActual) => ({
  ...(await importActual<object>()),
  ...files,
}));
URL.createObjectURL = () => 'blob:picture';
URL.revokeObjectURL = () => undefined;
afterEach(() => {
  cleanup();
  clearFileCache();
  files.fetchThumbnail.mockReset();
});

async function show(...thumbnails: Thumbnailed[]) {
  const drawn = (isThere: boolean) => (
    <>
      {isThere &&
        thumbnails.map((file, index) => (
          <p key={index} data-testid={index}>
            <FileThumbnail file={file} />
          </p>
        ))}
    </>
  );
  const { rerender } = render(drawn(true));
  return {
    goAndComeBack: async () => {
      for (const isThere of [false, true]) await act(async () => rerender(drawn(isThere)));
    },
  };
}
const picture = (index = 0) => screen.getByTestId(index).querySelector('img');

it('A thumbnail is loaded once per file', async () => {
  files.fetchThumbnail.mockResolvedValue(new Blob(['x']));
  const { goAndComeBack } = await show(
    { id: 'f1', extension: 'jpg' },
    { id: 'f1', extension: 'jpg' },
  );
  await waitFor(() => expect([picture(0), picture(1)]).not.toContain(null));
  await goAndComeBack();
  expect(picture()).toHaveAttribute('src', 'blob:picture');
  expect(files.fetchThumbnail.mock.calls).toEqual([['f1', undefined]]);
});

it('A file without a thumbnail shows its type', async () => {
  files.fetchThumbnail.mockImplementation(async (id) =>
    id === 'none' ? undefined : new Blob(['broken']),
  );
  await show(
    { id: 'none', extension: 'pdf' },
    { id: 'broken', extension: 'png' },
    { id: 'never', extension: 'docx' },
  );
  await waitFor(() => expect(picture(1)).not.toBeNull());
  act(() => {
    fireEvent.error(picture(1) as Element);
  });
  expect([0, 1, 2].map((index) => screen.getByTestId(index).textContent)).toEqual([
    'pdf',
    'png',
    'docx',
  ]);
  expect(files.fetchThumbnail.mock.calls.map(([id]) => id)).toEqual(['none', 'broken']);
});
