import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { accessProcess, getProcess, startWorkflow, submitProcess } from '#schemas/assistants.ts';
import { createStore } from '#src/app/store.ts';
import { ExternalFormPage } from '#src/features/assistants/ExternalFormPage.tsx';
import { SucceedPage } from '#src/features/assistants/SucceedPage.tsx';
import { LanguageChoice } from '#src/features/locale/LanguageChoice.tsx';
import { newKey } from '#src/engine/core/newKey.ts';
import { saveDraft } from '#src/lib/drafts.ts';
import { accidentAnswers, accidentProcess, session } from './accidentReport.ts';
import { answers, mockApi, refuses, staysSilent } from './mockApi.ts';
import { inDark } from './themes.ts';

/** `form` names the draft: each showing has its own. */
function Page({ form }: { form: string }) {
  const [store] = useState(createStore);
  const languageChoice = <LanguageChoice />;
  return (
    <Provider store={store}>
      <MemoryRouter initialEntries={[`/externalform/${form}`]}>
        <Routes>
          <Route path="/externalform/:processGuid" element={<ExternalFormPage languageChoice={languageChoice} notFound={null} showToast={() => undefined} />} />
          <Route path="/externalform/:processGuid/succeed" element={<SucceedPage languageChoice={languageChoice} />} />
        </Routes>
      </MemoryRouter>
    </Provider>
  );
}

const opens = [answers(startWorkflow, session), answers(accessProcess, session), answers(getProcess, accidentProcess)];
/** The client's queue is one for all stories: a call may have to wait for its window. */
const patiently = { timeout: 10_000 };
const submit = { name: 'Unfall melden' };

/** The accident report of the demo world, from its link to the thanks. */
const meta = {
  title: 'Screens/Accident report', component: Page, args: { form: '' }, parameters: { isPage: true, layout: 'fullscreen' },
  render: () => { throw new Error('Every story opens a form of its own'); },
} satisfies Meta<typeof Page>;
export default meta;
type Story = StoryObj<typeof meta>;

function opened({ plan = opens, filledIn = {} }: { plan?: Parameters<typeof mockApi>; filledIn?: Record<string, unknown> } = {}): Story {
  let form = '';
  const changes = Object.fromEntries(Object.entries(filledIn).map(([id, value]) => [id, { value, at: 1, workflowKey: session.workflowKey, revision: 1, type: '', question: id }]));
  return {
    render: () => <Page form={form} />,
    async beforeEach() {
      form = newKey();
      if (Object.keys(filledIn).length > 0) await saveDraft({ form, round: 0 }, { workflowKey: session.workflowKey, revision: 1, changes });
      return mockApi(...plan);
    },
  };
}

export const Loading = opened({ plan: [staysSilent(startWorkflow)] });
export const Failed: Story = {
  ...opened({ plan: [refuses(startWorkflow, 'tooManyRequests', 'Das waren sehr viele Versuche. Bitte warten Sie eine Minute.')] }),
  play: async ({ canvas }) => void (await canvas.findByRole('button', { name: 'Noch einmal versuchen' }, patiently)),
};
export const FailedDark = inDark(Failed);
export const Filled: Story = {
  ...opened({ filledIn: accidentAnswers }),
  play: async ({ canvas }) => void (await canvas.findByDisplayValue('Wieland', undefined, patiently)),
};
export const FilledDark = inDark(Filled);
export const WithErrors: Story = {
  ...opened(),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', submit, patiently));
    await canvas.findByRole('region', { name: /Bitte prüfen Sie/ });
  },
};
export const WithErrorsDark = inDark(WithErrors);
export const Sent: Story = {
  ...opened({ filledIn: accidentAnswers, plan: [...opens, answers(submitProcess, { submissionId: 'submission-1', resultText: accidentProcess.resultText, returnUrl: accidentProcess.returnUrl, isReturnAllowed: false })] }),
  play: async ({ canvas, userEvent }) => {
    for (const accept of await canvas.findAllByRole('checkbox', { name: /Mandatsbedingungen|Datenschutzhinweise/ }, patiently)) await userEvent.click(accept);
    await userEvent.click(canvas.getByRole('button', submit));
    await canvas.findByRole('heading', { level: 1, name: 'Vielen Dank' }, patiently);
  },
};
export const SentDark = inDark(Sent);
