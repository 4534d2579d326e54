import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import type { StoredFile } from '#schemas/files/files.ts';
import type { FormElement } from '#schemas/forms/forms.ts';
import type { RowKeys } from '#src/engine/core/answers/rowKeys.ts';
import type { Answers } from '#src/engine/core/evaluation/conditions.ts';
import { provide, type Provided } from '#src/engine/react/services/services.ts';
import { UploadRefused, uploads, type UploadOptions } from '#src/engine/react/services/uploads.ts';
import { createTestEngine, idleUploads, TestForm } from './TestForm.tsx';

type Call = UploadOptions & {
  file: File;
  succeed: () => Promise<void>;
  fail: (retry: UploadRefused['retry']) => Promise<void>;
};
/** Uploads in the order they were started; tests complete or fail them. */
export let calls: Call[] = [];
/** Keys of cancelled uploads. */
export let cancelled: string[] = [];

/** Call before each test. */
export function resetUploads(): void {
  calls = [];
  cancelled = [];
}

const cancelUpload = async (key: string) => void cancelled.push(key);

const createStoredFile = ({ name, size }: File, id: number): StoredFile => ({
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
      succeed: () => act(async () => resolve(createStoredFile(file, id))),
      fail: (retry) => act(async () => reject(new UploadRefused('Es geht nicht.', retry))),
    });
  });

/** Renders a form with fake uploads; `draft` and `rows` are merged into its answers. */
export async function showFileForm(
  parts: Parameters<typeof createTestEngine>[0],
  services: readonly Provided[] = [],
  draft: Answers = {},
  rows: RowKeys = {},
) {
  const engine = createTestEngine(parts);
  engine.store.merge(draft, rows);
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

/** Returns a file element. */
export const createField = (id: string, more: Partial<FormElement> = {}): FormElement => ({
  id,
  type: 'file',
  label: `Dateien ${id}`,
  ...more,
});
export const pdf = (name: string) => new File(['%PDF'], name);
export const pick = (id: string, ...files: File[]) =>
  userEvent.upload(screen.getByTestId(`pick-${id}`), files);
export const send = () => userEvent.click(screen.getByRole('button', { name: 'Absenden' }));
export const listNames = (value: unknown) =>
  (value as { name: string }[] | undefined)?.map(({ name }) => name);
