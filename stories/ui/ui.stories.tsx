import { useState, type CSSProperties } from 'react';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor, within } from 'storybook/test';
import { Button, IconButton } from '#src/ui/Button.tsx';
import { CountBadge } from '#src/ui/CountBadge.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Trash } from '#src/ui/icons.ts';
import { Illustration } from '#src/ui/Illustration.tsx';
import { LanguageSwitch } from '#src/ui/LanguageSwitch.tsx';
import { Logo } from '#src/ui/Logo.tsx';
import { Markdown } from '#src/ui/Markdown.tsx';
import { Note } from '#src/ui/Note.tsx';
import { ProgressBar } from '#src/ui/ProgressBar.tsx';

/** The pieces that screens are made of. */
const meta = { title: 'UI/Primitives' } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const stack = { display: 'grid', gap: '1rem', justifyItems: 'start' };
const nothing = () => undefined;

export const Buttons: Story = {
  render: () => (
    <div style={stack}>
      <Button variant="primary">Unfall melden</Button>
      <Button>Dateien auswählen</Button>
      <Button variant="ghost">Später weitermachen</Button>
      <Button variant="primary" isBusy>
        Wird gesendet
      </Button>
      <Button disabled>Nicht möglich</Button>
      <IconButton label="Entfernen" icon={<Trash size={20} aria-hidden />} />
    </div>
  ),
};

export const Notes: Story = {
  render: () => (
    <div style={stack}>
      {(['plain', 'accent', 'warning', 'danger'] as const).map((tone) => (
        <Note key={tone} tone={tone}>
          Sprechen Sie zuerst mit uns.
        </Note>
      ))}
    </div>
  ),
};

export const OpenDialog: Story = {
  render: () => (
    <Dialog
      size="small"
      title="Angaben verwerfen?"
      closeLabel="Schließen"
      onClose={nothing}
      actions={<Button variant="primary">Verwerfen</Button>}
    >
      <p>Alles, was Sie eingegeben haben, wird gelöscht.</p>
    </Dialog>
  ),
};

/** On a phone the buttons of a dialog have one width, whatever their texts. */
export const DialogOnPhone: Story = {
  globals: { viewport: { value: 'mobile2' } },
  render: () => (
    <Dialog
      size="small"
      title="Änderungen verwerfen?"
      closeLabel="Schließen"
      onClose={nothing}
      actions={
        <>
          <Button variant="ghost">Verwerfen</Button>
          <Button variant="primary">Weiter bearbeiten</Button>
        </>
      }
    >
      <p>Was Sie geändert haben, wird gelöscht.</p>
    </Dialog>
  ),
  play: async ({ canvas }) => {
    const [discard, goOn] = ['Verwerfen', 'Weiter bearbeiten'].map((name) =>
      canvas.getByRole('button', { name }).getBoundingClientRect(),
    );
    await expect(discard?.width).toBeCloseTo(goOn?.width ?? 0, 0);
  },
};

/** On a wide screen each size has its width, Escape closes, and the focus returns. */
function DialogOfEachSize() {
  const [size, setSize] = useState<keyof typeof widths>();
  return (
    <div style={stack}>
      {(Object.keys(widths) as (keyof typeof widths)[]).map((each) => (
        <Button key={each} onClick={() => setSize(each)}>
          {each}
        </Button>
      ))}
      {size && (
        <Dialog size={size} title={size} closeLabel="Schließen" onClose={() => setSize(undefined)}>
          <p>Ein Text.</p>
        </Dialog>
      )}
    </div>
  );
}

const widths = { small: 370, medium: 740, medium50: 905, large: 1110 };

export const DialogSizes: Story = {
  render: () => <DialogOfEachSize />,
  play: async ({ canvasElement, userEvent }) => {
    const canvas = within(canvasElement);
    for (const [size, width] of Object.entries(widths)) {
      const opener = canvas.getByRole('button', { name: size });
      await userEvent.click(opener);
      const dialog = await canvas.findByRole<HTMLDialogElement>('dialog', { name: size });
      await expect(Math.round(dialog.getBoundingClientRect().width)).toBe(
        Math.min(width, innerWidth < 768 ? innerWidth : innerWidth - 32),
      );
      await expect(canvas.getByRole('heading', { name: size })).toHaveFocus();
      await userEvent.tab();
      await expect(within(dialog).getByRole('button', { name: 'Schließen' })).toHaveFocus();
      dialog.requestClose(); // what Escape does
      await waitFor(() => expect(canvas.queryByRole('dialog')).toBeNull());
      await expect(opener).toHaveFocus();
    }
  },
};

export const Brand: Story = {
  render: () => (
    <div style={stack}>
      <Logo name="Aydın & Kollegen" src={null} letters="AK" />
      <LanguageSwitch
        address={undefined}
        post={undefined}
        label="Sprache"
        options={[
          { value: 'de', short: 'DE', name: 'Deutsch' },
          { value: 'en', short: 'EN', name: 'English' },
        ]}
        value="de"
        onChange={nothing}
      />
      <div style={{ width: '16rem' }}>
        <ProgressBar value={9} max={16} label="Fortschritt" />
      </div>
      {(['letter', 'folder', 'key'] as const).map((subject) => (
        <Illustration key={subject} subject={subject} />
      ))}
    </div>
  ),
};

/** A provider's Markdown is text only: no scripts, images or javascript: links. */
export const ProvidersText: Story = {
  render: () => (
    <Markdown
      text={
        '## Titel\n\n**Fett**, *kursiv* und ein [Link](https://example.com).\n\n- eins\n- ' +
        'zwei\n\n<script>alert(1)</script> ![x](https://evil.example/x.png) ' +
        '[böse](javascript:alert(1))'
      }
    />
  ),
  play: async ({ canvasElement }) => {
    if (canvasElement.querySelector('script, img, a[href^="javascript"]'))
      throw new Error('Something of it would run');
  },
};

/** Returns the chroma of a computed colour. */
const readChroma = (color: string): number => Number(/^oklch\([^ ]+ ([^ ]+)/.exec(color)?.[1]);

/** A red brand leaves red to errors: its counts and information notes are grey. */
export const RedBrand: Story = {
  render: () => (
    <div style={stack}>
      {['#7d1f3f', '#e30613', '#14505c', '#f2b705'].map((brand) => (
        <div
          key={brand}
          data-brand
          data-testid={brand}
          style={{ '--brand': brand } as CSSProperties}
        >
          <CountBadge count={2} label="2 ungelesen" />
          <Note tone="accent">Sprechen Sie zuerst mit uns.</Note>
        </div>
      ))}
    </div>
  ),
  play: async ({ canvas }) => {
    for (const [brand, isGrey] of [
      ['#7d1f3f', true],
      ['#e30613', true],
      ['#14505c', false],
      ['#f2b705', false],
    ] as const) {
      const badge = within(canvas.getByTestId(brand)).getByRole('img');
      const chroma = readChroma(getComputedStyle(badge).backgroundColor);
      await expect(chroma < 0.02, `${brand} is grey`).toBe(isGrey);
    }
  },
};
