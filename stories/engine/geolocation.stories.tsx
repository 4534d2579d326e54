import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, waitFor } from 'storybook/test';
import { provide } from '#src/engine/react/services/services.ts';
import { TestForm } from '#src/engine/testing/TestForm.tsx';
import { loadTileSet } from '#widgets/geolocation/service.ts';

/** A place on the map: with a pointer, by keyboard, and without any tiles. */
const meta = {
  title: 'Engine/Place',
  component: TestForm,
  args: {
    elements: [
      {
        id: 'place',
        type: 'geolocation',
        label: 'Unfallort',
        required: true,
        help: 'Eine Adresse reicht. Genauer wird es auf der Karte.',
      },
    ],
    initial: {
      place: {
        latitude: 53.5701,
        longitude: 9.952,
        address: 'Lindenweg Ecke Stresemannallee, Hamburg',
      },
    },
    onSubmit: fn(),
  },
} satisfies Meta<typeof TestForm>;
export default meta;
type Story = StoryObj<typeof meta>;
type Stage = Parameters<NonNullable<Story['play']>>[0];

async function openMap({ canvas, userEvent }: Stage): Promise<HTMLElement> {
  await userEvent.click(await canvas.findByRole('button', { name: 'Ort auf einer Karte wählen' }));
  return canvas.findByRole('application');
}

async function send({
  canvas,
  userEvent,
  args,
}: Stage): Promise<{ latitude: number; longitude: number }> {
  await userEvent.click(canvas.getByRole('button', { name: 'Absenden' }));
  await waitFor(() => expect(args.onSubmit).toHaveBeenCalled());
  const [[answers]] = (args.onSubmit as ReturnType<typeof fn>).mock.calls as [
    [{ place: { latitude: number; longitude: number } }],
  ];
  return answers.place;
}

export const PinByKeyboard: Story = {
  play: async (stage) => {
    await openMap(stage);
    const pin = await stage.canvas.findByRole('button', { name: /^Markierung\./ });
    pin.focus();
    await stage.userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowRight}');
    const place = await send(stage);
    await expect(place.latitude).toBeGreaterThan(53.5701);
    await expect(place.longitude).toBeGreaterThan(9.952);
    await expect(place).toMatchObject({ address: 'Lindenweg Ecke Stresemannallee, Hamburg' });
  },
};

/** The map starts at a town of the bundle, without a geocoding service, and says so. */
export const NearTheTownOfTheAddress: Story = {
  args: { initial: { place: { address: 'Lindenweg 14, 20259 Hamburg' } } },
  play: async (stage) => {
    await openMap(stage);
    await expect(
      stage.canvas.getByText(
        'Die Karte beginnt in Hamburg. Setzen Sie die Markierung selbst: Ihre Adresse suchen ' +
          'wir nirgends.',
      ),
    ).toBeVisible();
    await stage.userEvent.click(
      stage.canvas.getByRole('button', { name: 'Markierung in die Mitte setzen' }),
    );
    const place = await send(stage);
    await expect(Math.round(place.latitude)).toBe(54);
    await expect(Math.round(place.longitude)).toBe(10);
  },
};

export const FirstPin: Story = {
  args: { initial: {} },
  play: async (stage) => {
    const map = await openMap(stage);
    map.focus();
    await stage.userEvent.keyboard('{Enter}');
    await stage.canvas.findByRole('button', { name: /^Markierung\./ });
    const { left, top, width, height } = map.getBoundingClientRect();
    await stage.userEvent.pointer([
      {
        target: map,
        coords: { clientX: left + width * 0.4, clientY: top + height * 0.4 },
        keys: '[MouseLeft]',
      },
    ]);
    const place = await send(stage);
    await expect(place.latitude).toBeGreaterThan(51);
    await expect(place.longitude).toBeLessThan(10.5);
  },
};

export const TilesFail: Story = {
  args: {
    services: [
      provide(loadTileSet, async () => ({
        attribution: '© [OpenStreetMap](https://www.openstreetmap.org/copyright)',
        maxZoom: 19,
      })),
    ],
  },
  play: async (stage) => {
    await openMap(stage);
    await expect(await stage.canvas.findByText(/Die Straßenkarte lädt gerade nicht/)).toBeVisible();
    await expect(stage.canvas.getByRole('link', { name: 'OpenStreetMap' })).toBeVisible();
  },
};
