// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { showElement } from '#src/engine/testing/showElement.tsx';
import type { Redrawn } from '#src/ui/redrawPicture.ts';

type Answer = (redrawn: Redrawn | 'notLoaded') => Promise<void>;

/** A fake worker that decodes a picture on demand. */
function stubWorker(): Answer[] {
  const asked: Answer[] = [];
  vi.stubGlobal(
    'Worker',
    class {
      onmessage?: (event: { data: Redrawn }) => void;
      onerror?: (event: Event) => void;
      postMessage() {
        asked.push((redrawn) =>
          act(async () =>
            redrawn === 'notLoaded'
              ? this.onerror?.(new Event('error'))
              : this.onmessage?.({ data: redrawn }),
          ),
        );
      }
      terminate = () => undefined;
    },
  );
  return asked;
}
afterEach(() => void vi.unstubAllGlobals());

const picture = () => new File(['x'], 'unterschrift.png', { type: 'image/png' });

it('A decoded picture does not replace a signature given in another way meanwhile', async () => {
  const asked = stubWorker();
  const store = await showElement({ id: 'signature', type: 'signature', label: 'Unterschrift' });
  await userEvent.click(screen.getByRole('button', { name: 'Foto hochladen' }));
  await userEvent.upload(screen.getByTestId('pick-signature'), picture());
  expect(store.showBusyErrors()).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Tippen' }));
  expect(store.showBusyErrors()).toBe(false);
  const typed = {
    method: 'typed',
    name: 'Jonas',
    png: 'data:image/png;base64,',
    svg: '',
    signedAt: '2026-11-20T09:00:00.000Z',
    revision: 1,
  };
  act(() => store.set('signature', typed));
  await asked[0]?.({ isReadable: false });
  expect(store.get('signature')).toBe(typed);
});

it('A decoded picture is stored in the row it was picked for, also after a move', async () => {
  const asked = stubWorker();
  const store = await showElement(
    {
      id: 'people',
      type: 'group',
      max: 3,
      formElements: [{ id: 'signature', type: 'signature', label: 'Unterschrift' }],
    },
    { value: [{}, {}] },
  );
  const [first] = screen.getAllByRole('button', { name: 'Foto hochladen' });
  await userEvent.click(first as HTMLElement);
  await userEvent.upload(screen.getByTestId('pick-people/0/signature'), picture());
  await act(async () => store.moveRow('people', 0, 1));
  await asked[0]?.({ isReadable: true, picture: new Blob(['png'], { type: 'image/png' }) });
  await expect.poll(() => store.get('people/1/signature')).toMatchObject({ method: 'uploaded' });
  expect(store.get('people/0/signature')).toBeUndefined();
  expect(store.showBusyErrors()).toBe(false);
});

it('A signature stays when the code that reads another picture does not load', async () => {
  const asked = stubWorker();
  const store = await showElement({ id: 'signature', type: 'signature', label: 'Unterschrift' });
  await userEvent.click(screen.getByRole('button', { name: 'Foto hochladen' }));
  await userEvent.upload(screen.getByTestId('pick-signature'), picture());
  await asked[0]?.({ isReadable: true, picture: new Blob(['png'], { type: 'image/png' }) });
  await expect.poll(() => store.get('signature')).toMatchObject({ method: 'uploaded' });
  const given = store.get('signature');
  await userEvent.upload(screen.getByTestId('pick-signature'), picture());
  await expect.poll(() => asked.length).toBe(2);
  await asked[1]?.('notLoaded');
  expect(await screen.findByText(/ließ sich gerade nicht öffnen/)).toBeVisible();
  expect(store.get('signature')).toBe(given);
  await userEvent.upload(screen.getByTestId('pick-signature'), picture());
  await expect.poll(() => asked.length).toBe(3);
  await asked[2]?.({ isReadable: false });
  expect(await screen.findByText(/können wir nicht lesen/)).toBeVisible();
  expect(store.get('signature')).toBeUndefined();
});

it('A picture on which nothing is to be seen is no signature', async () => {
  const asked = stubWorker();
  const store = await showElement({ id: 'signature', type: 'signature', label: 'Unterschrift' });
  await userEvent.click(screen.getByRole('button', { name: 'Foto hochladen' }));
  await userEvent.upload(screen.getByTestId('pick-signature'), picture());
  await asked[0]?.({ isReadable: false, isBlank: true });
  expect(await screen.findByText(/Auf diesem Bild ist nichts zu sehen/)).toBeVisible();
  expect(store.get('signature')).toBeUndefined();
});
