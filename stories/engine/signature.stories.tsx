import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, waitFor } from 'storybook/test';
import { createTestEngine, TestForm } from '#src/engine/testing/TestForm.tsx';
import type { SignatureAnswer } from '#widgets/signature/signatureAnswer.ts';

/** Signatures by hand, by keyboard and as a picture. */
const meta = {
  title: 'Engine/Signature',
  component: TestForm,
  args: {
    elements: [{ id: 'signature', type: 'signature', label: 'Ihre Unterschrift', required: true }],
    onSubmit: fn(),
  },
} satisfies Meta<typeof TestForm>;
export default meta;
type Story = StoryObj<typeof meta>;

type Pointer = 'mouse' | 'touch';

/** Draws a zigzag by pointer events. */
async function draw(canvas: HTMLElement, pointerType: Pointer): Promise<void> {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const send = (type: string, target: EventTarget, step: number) =>
    target.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        cancelable: true,
        pointerId: 1,
        isPrimary: true,
        pointerType,
        button: 0,
        buttons: type === 'pointerup' ? 0 : 1,
        clientX: left + width * (0.2 + step * 0.03),
        clientY: top + height * (step % 2 ? 0.3 : 0.6),
      }),
    );
  if (pointerType === 'mouse')
    canvas.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType }));
  send('pointerdown', canvas, 0);
  for (let step = 1; step <= 20; step += 1) {
    send('pointermove', window, step);
    await new Promise(requestAnimationFrame); // the browser sends one move per frame
  }
  send('pointerup', window, 20);
}

type Stage = Parameters<NonNullable<Story['play']>>[0];

async function send({ canvas, userEvent, args: { onSubmit } }: Stage): Promise<SignatureAnswer> {
  await userEvent.click(canvas.getByRole('button', { name: 'Absenden' }));
  await waitFor(() => expect(onSubmit).toHaveBeenCalled());
  const [[answers]] = (onSubmit as ReturnType<typeof fn>).mock.calls as [
    [{ signature: SignatureAnswer }],
  ];
  return answers.signature;
}

export const Drawn: Story = {
  play: async (stage) => {
    const { canvas, userEvent } = stage;
    const sheet = await canvas.findByTestId('signature-canvas');
    await draw(sheet, 'mouse');
    await waitFor(() =>
      expect(canvas.getByRole('img', { name: 'Ihre gezeichnete Unterschrift' })).toBeVisible(),
    );
    await draw(sheet, 'mouse');
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Rückgängig' })).toBeEnabled());
    await userEvent.click(canvas.getByRole('button', { name: 'Rückgängig' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Löschen' }));
    await waitFor(() =>
      expect(canvas.getByRole('img', { name: 'Unterschrift, noch leer' })).toBeVisible(),
    );
    await userEvent.click(canvas.getByRole('button', { name: 'Rückgängig' }));
    const answer = await send(stage);
    await expect(answer).toMatchObject({ method: 'drawn', revision: 1 });
    await expect(answer.strokes).toHaveLength(1);
  },
};

const engine = createTestEngine([
  { id: 'signature', type: 'signature', label: 'Ihre Unterschrift', required: true },
]);

export const UndoKeepsToWhatAnotherTabHasDrawn: Story = {
  args: { engine },
  play: async ({ canvas, userEvent }) => {
    const sheet = await canvas.findByTestId('signature-canvas');
    const { store } = engine;
    await draw(sheet, 'mouse');
    await draw(sheet, 'mouse');
    const mine = store.get('signature') as SignatureAnswer;
    const [, stroke = []] = mine.strokes ?? [];
    store.set('signature', { ...mine, strokes: [stroke, stroke, stroke] });
    await userEvent.click(canvas.getByRole('button', { name: 'Rückgängig' }));
    await expect((store.get('signature') as SignatureAnswer).strokes).toEqual([stroke, stroke]);
  },
};

export const FingerMustTapFirst: Story = {
  play: async ({ canvas, userEvent }) => {
    const sheet = await canvas.findByTestId('signature-canvas');
    await draw(sheet, 'touch');
    await expect(canvas.getByRole('img', { name: 'Unterschrift, noch leer' })).toBeVisible();
    await expect(getComputedStyle(sheet).touchAction).toBe('auto');
    await userEvent.click(sheet);
    await expect(getComputedStyle(sheet).touchAction).toBe('none');
    await draw(sheet, 'touch');
    await waitFor(() =>
      expect(canvas.getByRole('img', { name: 'Ihre gezeichnete Unterschrift' })).toBeVisible(),
    );
    await userEvent.click(canvas.getByText('Ihre Unterschrift'));
    await expect(getComputedStyle(sheet).touchAction).toBe('auto');
  },
};

export const Typed: Story = {
  play: async (stage) => {
    const { canvas, userEvent } = stage;
    await userEvent.click(await canvas.findByRole('button', { name: 'Tippen' }));
    await expect(canvas.getByRole('textbox', { name: 'Ihr Vor- und Nachname' })).toHaveFocus();
    await userEvent.type(
      canvas.getByRole('textbox', { name: 'Ihr Vor- und Nachname' }),
      'Jana Weiß',
    );
    await userEvent.click(canvas.getByRole('button', { name: 'Zeichnen' }));
    await expect(canvas.getByRole('img', { name: 'Unterschrift, noch leer' })).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Tippen' }));
    await expect(canvas.getByRole('textbox')).toHaveValue('Jana Weiß');
    await expect(await send(stage)).toMatchObject({ method: 'typed', name: 'Jana Weiß' });
  },
};

const drawNothing = async (): Promise<File> => {
  const page = new OffscreenCanvas(400, 1_000);
  page.getContext('2d'); // transparent
  return new File([await page.convertToBlob()], 'leer.png', { type: 'image/png' });
};

export const UploadedWithoutStroke: Story = {
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Foto hochladen' }));
    await userEvent.upload(canvas.getByTestId('pick-signature'), await drawNothing());
    await expect(await canvas.findByRole('alert')).toHaveTextContent(
      'Auf diesem Bild ist nichts zu sehen.',
    );
    await userEvent.click(canvas.getByRole('button', { name: 'Absenden' }));
    await expect(args.onSubmit).not.toHaveBeenCalled();
  },
};

async function photo(): Promise<File> {
  const page = new OffscreenCanvas(1_500, 2_000);
  const context = page.getContext('2d');
  if (!context) throw new Error('No canvas');
  for (let spot = 0; spot < 20_000; spot += 1) {
    context.fillStyle = `hsl(${spot % 360} 60% ${60 + (spot % 30)}%)`;
    context.fillRect((spot * 7919) % 1_500, (spot * 6007) % 2_000, 30, 30);
  }
  return new File([await page.convertToBlob({ type: 'image/jpeg' })], 'foto.jpg', {
    type: 'image/jpeg',
  });
}

export const Uploaded: Story = {
  play: async (stage) => {
    const { canvas, userEvent } = stage;
    await userEvent.click(await canvas.findByRole('button', { name: 'Foto hochladen' }));
    await userEvent.upload(
      canvas.getByTestId('pick-signature'),
      new File(['kein Bild'], 'brief.png', { type: 'image/png' }),
    );
    await expect(await canvas.findByRole('alert')).toHaveTextContent(
      'Dieses Bild können wir nicht lesen.',
    );
    await userEvent.click(canvas.getByRole('button', { name: 'Absenden' }));
    await expect(await canvas.findByRole('region', { name: /Bitte prüfen Sie/ })).toHaveFocus();
    await expect(stage.args.onSubmit).not.toHaveBeenCalled();
    await userEvent.upload(canvas.getByTestId('pick-signature'), await photo());
    await waitFor(() =>
      expect(canvas.getByRole('img', { name: 'Ihre Unterschrift als Bild' })).toBeVisible(),
    );
    await expect(canvas.queryByRole('alert')).not.toBeInTheDocument();
    await userEvent.upload(
      canvas.getByTestId('pick-signature'),
      new File(['kein Bild'], 'brief.png', { type: 'image/png' }),
    );
    await expect(await canvas.findByRole('alert')).toHaveTextContent(
      'Dieses Bild können wir nicht lesen.',
    );
    await expect(canvas.getByRole('img', { name: 'Unterschrift, noch leer' })).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Absenden' }));
    await expect(stage.args.onSubmit).not.toHaveBeenCalled();
    await userEvent.upload(canvas.getByTestId('pick-signature'), await photo());
    await waitFor(() =>
      expect(canvas.getByRole('img', { name: 'Ihre Unterschrift als Bild' })).toBeVisible(),
    );
    await expect((await send(stage)).png).toMatch(/^data:image\/png;base64,/);
  },
};
