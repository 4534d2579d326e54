import type { Meta, StoryObj } from '@storybook/react-vite';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, screen, within } from 'storybook/test';
import { accessProcess, getProcess } from '#schemas/forms/assistants.ts';
import { endDraft, saveDraft } from '#src/device/indexedDb/draftStorage.ts';
import { generateKey } from '#src/engine/core/values/generateKey.ts';
import { ExternalFormPage } from '#src/features/forms/assistants/ExternalFormPage.tsx';
import { LanguageChoice } from '#src/locale/LanguageChoice.tsx';
import { accidentProcess, session } from '../support/accidentReport.ts';
import { mockApi, responds } from '../support/mockApi.ts';

const Page = ({ form }: { form: string }) => (
  <MemoryRouter initialEntries={[`/externalform/${form}`]}>
    <Routes>
      <Route
        path="/externalform/:processGuid"
        element={<ExternalFormPage languageChoice={<LanguageChoice />} notFound={null} />}
      />
    </Routes>
  </MemoryRouter>
);

/** A form that was sent or discarded in another tab. */
const meta = {
  title: 'Screens/Form that ended in another tab',
  component: Page,
  args: { form: '' },
  parameters: { isPage: true, layout: 'fullscreen' },
  render: () => {
    throw new Error('The story opens a form of its own');
  },
} satisfies Meta<typeof Page>;
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

/** The answers of this tab can be viewed, copied and printed; it asks before it starts again. */
export const Ended: Story = {
  render: () => <Page form={form} />,
  async beforeEach() {
    form = generateKey();
    const { workflowKey } = session;
    const answer = { value: 'Jonas', at: 1, workflowKey, revision: 1, type: '', question: '' };
    await saveDraft(
      { form, round: 0 },
      { workflowKey, revision: 1, changes: { firstName: answer } },
    );
    return mockApi(responds(accessProcess, session), responds(getProcess, accidentProcess));
  },
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
