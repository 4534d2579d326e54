import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, waitFor } from 'storybook/test';
import { Playground } from './playground/Playground.tsx';

/** Where forms are written: the definition, the form it makes and what is wrong with it. */
const meta = { title: 'Workshop/Playground', component: Playground, parameters: { isPage: true, layout: 'fullscreen' } } satisfies Meta<typeof Playground>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Workshop: Story = {
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('Dieses Muster ist kein gültiger regulärer Ausdruck.', { exact: false, selector: 'li span' })).toBeVisible();
  },
};
export const FindingLeadsToItsLine: Story = {
  play: async ({ canvas, userEvent }) => {
    const [line] = await canvas.findAllByRole('button', { name: /^Zeile/ });
    if (line) await userEvent.click(line);
    await waitFor(() => expect(document.activeElement).toHaveAttribute('aria-label', 'Definition'));
    await userEvent.tab();
    await expect(document.activeElement).not.toHaveAttribute('aria-label', 'Definition');
  },
};
