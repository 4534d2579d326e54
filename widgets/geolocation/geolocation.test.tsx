// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TestForm } from '#src/engine/testing/TestForm.tsx';
import { findTown } from './towns.ts';
import { formatDegrees, parseDegrees, parsePosition } from './coordinates.ts';

describe('degrees', () => {
  it.each([
    ['53,5701', 53.5701],
    ['53.5701', 53.5701],
    [' 9 ', 9],
    ['-9,5', -9.5],
    ['−9.5', -9.5],
    ['53,57°', 53.57],
    ['53.57° N', 53.57],
    ['9,95 O', 9.95],
    ['9.95E', 9.95],
    ['9.95 W', -9.95],
    ['S 33,9', -33.9],
    ['', undefined],
    ['Hamburg', undefined],
    ['53.57.01', undefined],
    ['1e2', undefined],
    ['5357', undefined],
    ['53,57,9,95', undefined],
  ])('%s are %s', (text, degrees) => expect(parseDegrees(text)).toBe(degrees));

  it.each([
    '53.5701, 9.952',
    '53.5701,9.952',
    '53,5701; 9,952',
    '53,5701, 9,952',
    '53,5701 9,952',
    '53.5701° 9.952°',
  ])('The text %s is parsed as coordinates', (text) =>
    expect(parsePosition(text)).toEqual({ latitude: 53.5701, longitude: 9.952 }),
  );

  it.each(['53.5701', '1, 2, 3', 'Lindenweg 14', '20259 Hamburg'])(
    'The text %s is no pair of coordinates',
    (text) => expect(parsePosition(text)).toBeUndefined(),
  );

  it('Formatted degrees keep every digit in either language', () =>
    expect([formatDegrees(53.570101, 'de'), formatDegrees(-9.5, 'en')]).toEqual([
      '53,570101',
      '-9.5',
    ]));
});

it.each([
  ['Lindenweg 14, 20259 Hamburg', 'Hamburg'],
  ['freiburg', 'Freiburg'],
  ['Am Köln-Bonner Wall', 'Köln'],
  ['Hamburger Straße 3', undefined],
  ['', undefined],
])('The town in "%s" is %s', (address, town) => expect(findTown(address)?.[0]).toBe(town));

type Found = (position: {
  coords: { latitude: number; longitude: number; accuracy: number };
}) => void;
type Failed = (error: { code: number }) => void;

/** A fake device that answers on demand. */
function stubDevice() {
  const asked: { found: Found; failed: Failed }[] = [];
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, {
      geolocation: {
        value: {
          getCurrentPosition: (found: Found, failed: Failed) => asked.push({ found, failed }),
        },
      },
    }),
  );
  return asked;
}
afterEach(() => void vi.unstubAllGlobals());

async function show(initial: Record<string, unknown> = {}) {
  const onSubmit = vi.fn();
  await act(
    async () =>
      void render(
        <TestForm
          elements={[{ id: 'place', type: 'geolocation', label: 'Unfallort', required: true }]}
          initial={initial}
          onSubmit={onSubmit}
        />,
      ),
  );
  const sent = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Absenden' }));
    return (onSubmit.mock.calls.at(-1) as [{ place?: unknown }] | undefined)?.[0].place;
  };
  return {
    sent,
    ask: () => userEvent.click(screen.getByRole('button', { name: 'Mein Standort' })),
    address: await screen.findByRole('textbox', { name: 'Adresse oder Beschreibung' }),
  };
}

describe('the device’s position', () => {
  it('The position is read on request only, with its accuracy; the address is kept', async () => {
    const asked = stubDevice();
    const { sent, ask, address } = await show();
    await userEvent.type(address, 'Parkplatz');
    expect(asked).toEqual([]);
    await ask();
    act(() =>
      asked[0]?.found({
        coords: { latitude: 53.570112345, longitude: 9.95200049, accuracy: 11.7 },
      }),
    );
    expect(screen.getByText('53,570112° Nord, 9,9520° Ost, auf 12 Meter genau')).toBeVisible();
    expect(await sent()).toEqual({
      address: 'Parkplatz',
      latitude: 53.570112,
      longitude: 9.952,
      accuracy: 12,
    });
  });

  it.each([
    [1, /gibt den Standort nicht frei/],
    [2, /kennt seinen Standort gerade nicht/],
    [3, /dauert zu lange/],
  ])('Error code %i is shown, and the address still works', async (code, words) => {
    const asked = stubDevice();
    const { sent, ask, address } = await show();
    await ask();
    act(() => asked[0]?.failed({ code }));
    expect(screen.getByText(words)).toBeVisible();
    await userEvent.type(address, 'Lindenweg 14');
    expect(await sent()).toEqual({ address: 'Lindenweg 14' });
  });

  it('No button is shown on a device without geolocation', async () => {
    const { ask } = await show();
    await ask();
    expect(screen.getByText(/kennt seinen Standort gerade nicht/)).toBeVisible();
  });

  it('A late position does not replace coordinates entered meanwhile', async () => {
    const asked = stubDevice();
    const { sent, ask } = await show({
      place: { latitude: 1, longitude: 2, accuracy: 3, address: 'Dort' },
    });
    await ask();
    await userEvent.click(screen.getByRole('button', { name: 'Koordinaten entfernen' }));
    act(() => asked[0]?.found({ coords: { latitude: 53.5, longitude: 9.9, accuracy: 5 } }));
    expect(await sent()).toEqual({ address: 'Dort' });
  });

  it('A late position keeps an address typed meanwhile', async () => {
    const asked = stubDevice();
    const { sent, ask, address } = await show();
    await ask();
    await userEvent.type(address, 'Am Hafen 1');
    act(() => asked[0]?.found({ coords: { latitude: 53.5, longitude: 9.9, accuracy: 5 } }));
    expect(await sent()).toMatchObject({ address: 'Am Hafen 1', latitude: 53.5 });
  });
});

describe('coordinates entered by hand', () => {
  const open = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Ort auf einer Karte wählen' }));
    return [
      await screen.findByRole('textbox', { name: 'Breitengrad' }),
      screen.getByRole('textbox', { name: 'Längengrad' }),
    ] as const;
  };

  it('Coordinates are typed with comma or point and reset the device’s accuracy', async () => {
    const { sent } = await show({ place: { latitude: 1, longitude: 2, accuracy: 3 } });
    const [latitude, longitude] = await open();
    await userEvent.clear(latitude);
    await userEvent.type(latitude, '53,5701');
    await userEvent.clear(longitude);
    await userEvent.type(longitude, '9.952');
    expect(latitude).toHaveValue('53,5701');
    expect(await sent()).toEqual({ latitude: 53.5701, longitude: 9.952 });
  });

  it('Coordinates are pasted as a pair', async () => {
    const { sent } = await show();
    const [latitude, longitude] = await open();
    fireEvent.paste(latitude, { clipboardData: { getData: () => '53.5701, 9.952' } });
    expect(longitude).toHaveValue('9,952');
    expect(await sent()).toEqual({ latitude: 53.5701, longitude: 9.952 });
  });

  it('Invalid coordinates are kept and rejected with a message', async () => {
    const { sent } = await show();
    const [latitude] = await open();
    await userEvent.type(latitude, 'Elbe');
    expect(await sent()).toBeUndefined();
    expect(latitude).toHaveValue('Elbe');
    expect(screen.getByRole('link', { name: /Diese Koordinaten gibt es nicht/ })).toBeVisible();
  });
});
