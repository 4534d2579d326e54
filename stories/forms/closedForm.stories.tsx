import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect } from 'storybook/test';
import {
  accessProcess,
  getProcess,
  loginWithPin,
  startWorkflow,
  type ClosedForm,
} from '#schemas/forms/assistants.ts';
import type { Endpoint } from '#schemas/platform/endpoint.ts';
import { generateKey } from '#src/engine/core/values/generateKey.ts';
import { PageDataContext } from '#src/features/forms/assistants/formPage.ts';
import { paths } from '#src/routing/paths.ts';
import { accidentProcess, loginRequired, session } from '../support/accidentReport.ts';
import { saveStoryDraft, StoryFormPage } from '../support/externalFormPage.tsx';
import { mockApi, responds } from '../support/mockApi.ts';

const text = {
  de: 'Die zehn Plätze sind vergeben. **Die nächste Sprechstunde ist im Frühjahr.**',
  en: 'The ten seats are taken. **The next open hour is in spring.**',
};
const { accountId, accountName, headerLogoUrl, theme, contact } = accidentProcess;
const provider = { accountId, accountName, headerLogoUrl, theme, contact };
const closedForm: ClosedForm = { ...provider, title: accidentProcess.formElement.title, text };

/** `form` is the key of the draft; each story has its own. */
function Page({ form, closed }: { form: string; closed?: ClosedForm }) {
  const [data] = useState(() =>
    closed ? { closed: { here: paths.externalForm(form), language: 'de' as const, closed } } : {},
  );
  return (
    <PageDataContext value={data}>
      <StoryFormPage form={form} />
    </PageDataContext>
  );
}

/** The page of a closed form. */
const meta = {
  title: 'Screens/Closed form',
  component: Page,
  args: { form: '' },
  parameters: { isPage: true, layout: 'fullscreen' },
  render: () => {
    throw new Error('Every story opens a form of its own');
  },
} satisfies Meta<typeof Page>;
export default meta;
type Story = StoryObj<typeof meta>;

type Opening = { closed?: ClosedForm; plan?: Parameters<typeof mockApi>; hasDraft?: boolean };

function opened({ closed, plan = [], hasDraft = false }: Opening): Story {
  let form = '';
  return {
    render: () => <Page form={form} {...(closed ? { closed } : {})} />,
    async beforeEach() {
      form = generateKey();
      if (hasDraft) await saveStoryDraft(form);
      return mockApi(...plan);
    },
  };
}

const title = { level: 1, name: 'Dieses Formular ist geschlossen' };

export const InTheWordsOfTheProvider: Story = {
  ...opened({ closed: closedForm }),
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', title);
    await expect(canvas.getByText('Verkehrsunfall melden')).toBeVisible();
    await expect(canvas.getByText(/Die nächste Sprechstunde/)).toBeVisible();
    await expect(canvas.getByRole('link', { name: /040 66969 412/ })).toBeVisible();
  },
};

export const WithoutWords: Story = {
  ...opened({ closed: { ...closedForm, text: null } }),
  play: async ({ canvas }) =>
    void (await canvas.findByText(
      'Aydın & Kollegen nimmt mit diesem Formular zurzeit keine Angaben an.',
    )),
};

/** A visitor who had started the form before it was closed can still send it. */
export const WithDraft: Story = {
  ...opened({
    closed: closedForm,
    hasDraft: true,
    plan: [responds(accessProcess, session), responds(getProcess, accidentProcess)],
  }),
  play: async ({ canvas }) => {
    await canvas.findByDisplayValue('Jonas');
    await canvas.findByRole('button', { name: 'Unfall melden' });
  },
};

const isClosed = (endpoint: Endpoint) => ({
  endpoint,
  answer: () =>
    Response.json({ reason: 'formClosed', reasonMessage: 'Geschlossen.', text }, { status: 410 }),
});

/** The form is closed after its page was sent. */
export const ClosedMeanwhile: Story = {
  ...opened({ plan: [isClosed(startWorkflow)] }),
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', title);
    await expect(canvas.getByText(/Die nächste Sprechstunde/)).toBeVisible();
  },
};

/** The form is closed while a visitor looks for the PIN. */
export const ClosedBeforeThePin: Story = {
  ...opened({ plan: [responds(startWorkflow, loginRequired), isClosed(loginWithPin)] }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Ihre PIN' }), '123456');
    await canvas.findByRole('heading', title);
    await expect(canvas.getByRole('link', { name: /040 66969 412/ })).toBeVisible();
  },
};
