import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, within } from 'storybook/test';
import { accessProcess, getProcess, startWorkflow } from '#schemas/forms/assistants.ts';
import { endDraft } from '#src/device/indexedDb/draftStorage.ts';
import { generateKey } from '#src/engine/core/values/generateKey.ts';
import { accidentProcess, session } from '../support/accidentReport.ts';
import { saveStoryDraft, StoryFormPage } from '../support/externalFormPage.tsx';
import { mockApi, responds } from '../support/mockApi.ts';

/** A form that was sent or discarded in another tab. */
const meta = {
  title: 'Screens/Form that ended in another tab',
  component: StoryFormPage,
  args: { form: '' },
  parameters: { isPage: true, layout: 'fullscreen' },
  render: () => {
    throw new Error('Every story opens a form of its own');
  },
} satisfies Meta<typeof StoryFormPage>;
export default meta;
type Story = StoryObj<typeof meta>;

let form = '';

/** Ends the draft as another tab does, which tells the tabs by their channel. */
async function endInOtherTab(): Promise<void> {
  await endDraft({ form, round: 0 });
  const channel = new BroadcastChannel('formakte.drafts');
  channel.postMessage({ form, type: 'ended' });
  channel.close();
}

/** Opens a form, with a draft or without. */
const opened = (hasDraft: boolean): Story => ({
  render: () => <StoryFormPage form={form} />,
  async beforeEach() {
    form = generateKey();
    if (hasDraft) await saveStoryDraft(form);
    return mockApi(
      responds(hasDraft ? accessProcess : startWorkflow, session),
      responds(getProcess, accidentProcess),
    );
  },
});

/** The answers of this tab can be viewed, copied and printed; it asks before it starts again. */
export const Ended: Story = {
  ...opened(true),
  play: async ({ canvas, userEvent }) => {
    const name = await canvas.findByDisplayValue('Jonas');
    await userEvent.type(name, ' Wieland');
    await endInOtherTab();
    await userEvent.click(await canvas.findByRole('button', { name: 'Angaben ansehen' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Angaben ansehen' }));
    await expect(await dialog.findByText('Jonas Wieland')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Angaben kopieren' })).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^Drucken/ })).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Schließen' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Neu beginnen' }));
    await screen.findByRole('dialog', { name: 'Angaben verwerfen?' });
    await expect(canvas.getByDisplayValue('Jonas Wieland')).toBeInTheDocument();
  },
};

/** A tab without answers has none to view, until the visitor gives one. */
export const EndedWithoutAnswers: Story = {
  ...opened(false),
  play: async ({ canvas, userEvent }) => {
    const name = await canvas.findByRole('textbox', { name: /^Vorname/ });
    await endInOtherTab();
    await canvas.findByRole('button', { name: 'Neu beginnen' });
    await expect(canvas.getByText(/Was Sie hier eintragen, wird nicht gesichert/)).toBeVisible();
    const viewsAnswers = { name: 'Angaben ansehen' };
    await expect(canvas.queryByRole('button', viewsAnswers)).not.toBeInTheDocument();
    await userEvent.type(name, 'Jonas');
    await userEvent.click(await canvas.findByRole('button', viewsAnswers));
    const dialog = within(await screen.findByRole('dialog', viewsAnswers));
    await expect(await dialog.findByText('Jonas')).toBeVisible();
  },
};
