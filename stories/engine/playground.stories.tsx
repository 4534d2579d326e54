import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { Playground } from './playground/Playground.tsx';
import { inWindow } from '../support/variants.ts';

/** The editor of definitions, with a preview and findings. */
const meta = {
  title: 'Workshop/Playground',
  component: Playground,
  parameters: { isPage: true, layout: 'fullscreen' },
} satisfies Meta<typeof Playground>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Workshop: Story = {
  play: async ({ canvas }) => {
    await expect(
      await canvas.findByText('Dieses Muster ist kein gültiger regulärer Ausdruck.', {
        exact: false,
        selector: 'li span',
      }),
    ).toBeVisible();
  },
};
/** Writes a definition, fixes a finding and fills in the form. */
export const FromDefinitionToAnswers: Story = inWindow<Story>(
  {
    play: async ({ canvas, userEvent }) => {
      const write = async (definition: object) => {
        canvas.getByRole('textbox', { name: 'Definition' }).focus();
        await userEvent.keyboard('{Control>}a{/Control}');
        await userEvent.paste(JSON.stringify(definition));
      };
      const look = (part: string) => userEvent.click(canvas.getByRole('button', { name: part }));
      await canvas.findByText('2 Warnungen', { exact: false });
      await userEvent.selectOptions(
        canvas.getByRole('combobox', { name: 'Vorlage' }),
        'number.json',
      );
      await waitFor(() =>
        expect(canvas.getByRole('textbox', { name: 'Definition' })).toHaveTextContent(
          '"title": "number"',
        ),
      );
      const amount = { id: 'amount', type: 'number', label: 'Wie viele?', min: 1 };
      await write({ title: 'Bestellung', formElements: [{ ...amount, max: 0 }] });
      await waitFor(() => expect(canvas.getByRole('heading', { name: /^1 Fehler/ })).toBeVisible());
      await write({ title: 'Bestellung', formElements: [{ ...amount, max: 9 }] });
      await waitFor(() => expect(canvas.getByRole('heading', { name: /^0 Fehler/ })).toBeVisible());
      await userEvent.type(await canvas.findByRole('textbox', { name: /Wie viele/ }), '3');
      await look('Antworten');
      await waitFor(() =>
        expect(canvas.getByRole('group', { name: 'Antworten' })).toHaveTextContent(
          '{ "amount": 3 }',
        ),
      );
      await look('JSON-Schema');
      await expect(canvas.getByRole('group', { name: 'JSON-Schema' })).toHaveTextContent(
        '"maximum": 9',
      );
      await userEvent.click(canvas.getByRole('button', { name: 'Nur lesen' }));
      await waitFor(() =>
        expect(canvas.queryByRole('textbox', { name: /Wie viele/ })).not.toBeInTheDocument(),
      );
      await expect(canvas.getByRole('group', { name: 'Vorschau' })).toHaveTextContent(
        'Wie viele?3',
      );
    },
  },
  1440,
  900,
);

export const FindingLeadsToItsLine: Story = {
  play: async ({ canvas, userEvent }) => {
    const [line] = await canvas.findAllByRole('button', { name: /^Zeile/ });
    if (line) await userEvent.click(line);
    await waitFor(() => expect(document.activeElement).toHaveAttribute('aria-label', 'Definition'));
    await userEvent.tab();
    await expect(document.activeElement).not.toHaveAttribute('aria-label', 'Definition');
  },
};
