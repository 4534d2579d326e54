import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { expect, screen, spyOn, waitFor, within } from 'storybook/test';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { getTerms, resolveAccountKey } from '#schemas/accounts/accounts.ts';
import {
  accessProcess,
  getProcess,
  loginWithPin,
  startWorkflow,
  submitProcess,
  type FormProcess,
  type Submission,
} from '#schemas/forms/assistants.ts';
import { resolveExternalRequest } from '#schemas/forms/externalRequests.ts';
import { downloadFile } from '#schemas/files/files.ts';
import { createStore } from '#src/app/store.ts';
import { ExternalFormPage } from '#src/features/forms/assistants/ExternalFormPage.tsx';
import { SucceedPage } from '#src/features/forms/assistants/SucceedPage.tsx';
import { LanguageChoice } from '#src/locale/LanguageChoice.tsx';
import { generateKey } from '#src/engine/core/values/generateKey.ts';
import { saveDraft } from '#src/device/draftStorage.ts';
import {
  accidentAnswers,
  accidentProcess,
  loginRequired,
  session,
} from '../support/accidentReport.ts';
import { responds, mockApi, rejects, neverResponds } from '../support/mockApi.ts';

const publicAddress = (form: string) => `/externalform/${form}`;
const requestAddress = (form: string) => `/page/aydin-kollegen/guidance/${form}`;

/** `form` is the key of the draft; each story has its own. */
function Page({
  form,
  addressOf = publicAddress,
}: {
  form: string;
  addressOf?: (form: string) => string;
}) {
  const [store] = useState(createStore);
  const languageChoice = <LanguageChoice />;
  const formPage = <ExternalFormPage languageChoice={languageChoice} notFound={null} />;
  return (
    <Provider store={store}>
      <MemoryRouter initialEntries={[addressOf(form)]}>
        <Routes>
          <Route path="/externalform/:processGuid" element={formPage} />
          <Route path="/page/:accountIdentity/guidance/:externalRequestKey" element={formPage} />
          <Route
            path="/externalform/:processGuid/succeed"
            element={<SucceedPage languageChoice={languageChoice} />}
          />
        </Routes>
      </MemoryRouter>
    </Provider>
  );
}

const opens = [
  responds(startWorkflow, session),
  responds(accessProcess, session),
  responds(getProcess, accidentProcess),
];
/** All stories share the client's rate limit, so a request may have to wait. */
const patiently = { timeout: 10_000 };
const submit = { name: 'Unfall melden' };

/** The accident report of the demo world, from its link to the thanks. */
const meta = {
  title: 'Screens/Accident report',
  component: Page,
  args: { form: '' },
  parameters: { isPage: true, layout: 'fullscreen' },
  render: () => {
    throw new Error('Every story opens a form of its own');
  },
} satisfies Meta<typeof Page>;
export default meta;
type Story = StoryObj<typeof meta>;

type Opening = {
  plan?: Parameters<typeof mockApi>;
  filledIn?: Record<string, unknown>;
  addressOf?: typeof publicAddress;
};

function opened({ plan = opens, filledIn = {}, addressOf = publicAddress }: Opening = {}): Story {
  let form = '';
  const changes = Object.fromEntries(
    Object.entries(filledIn).map(([id, value]) => [
      id,
      { value, at: 1, workflowKey: session.workflowKey, revision: 1, type: '', question: id },
    ]),
  );
  return {
    render: () => <Page form={form} addressOf={addressOf} />,
    async beforeEach() {
      form = generateKey();
      if (Object.keys(filledIn).length > 0)
        await saveDraft(
          { form, round: 0 },
          { workflowKey: session.workflowKey, revision: 1, changes },
        );
      return mockApi(...plan);
    },
  };
}

export const Loading = opened({ plan: [neverResponds(startWorkflow)] });
export const Failed: Story = {
  ...opened({
    plan: [
      rejects(
        startWorkflow,
        'tooManyRequests',
        'Das waren sehr viele Versuche. Bitte warten Sie eine Minute.',
      ),
    ],
  }),
  play: async ({ canvas }) =>
    void (await canvas.findByRole('button', { name: 'Noch einmal versuchen' }, patiently)),
};
const net = { isThere: false };
/** An offline form opens as soon as the device is online. */
export const BackOnTheNet: Story = {
  ...opened({
    plan: [
      {
        endpoint: startWorkflow,
        answer: () =>
          net.isThere ? Response.json(session) : Promise.reject(new TypeError('Failed to fetch')),
      },
      responds(getProcess, accidentProcess),
    ],
  }),
  play: async ({ canvas }) => {
    const again = await canvas.findByRole('button', { name: 'Noch einmal versuchen' }, patiently);
    net.isThere = true;
    await waitFor(() => {
      dispatchEvent(new Event('online'));
      return expect(again).not.toBeInTheDocument();
    });
    await canvas.findByRole('button', submit, patiently);
    net.isThere = false;
  },
};
export const Filled: Story = {
  ...opened({ filledIn: accidentAnswers }),
  play: async ({ canvas }) =>
    void (await canvas.findByDisplayValue('Wieland', undefined, patiently)),
};
export const WithErrors: Story = {
  ...opened(),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', submit, patiently));
    await canvas.findByRole('region', { name: /Bitte prüfen Sie/ });
  },
};
const sent = {
  submissionId: 'submission-1',
  submittedAt: '2026-11-20T10:15:00.000Z',
  resultText: accidentProcess.resultText,
  returnUrl: accidentProcess.returnUrl,
  isReturnAllowed: false,
};
export const Sent: Story = {
  ...opened({ filledIn: accidentAnswers, plan: [...opens, responds(submitProcess, sent)] }),
  play: async ({ canvas, userEvent }) => {
    for (const accept of await canvas.findAllByRole(
      'checkbox',
      { name: /Mandatsbedingungen|Datenschutzhinweise/ },
      patiently,
    ))
      await userEvent.click(accept);
    await userEvent.click(canvas.getByRole('button', submit));
    await canvas.findByRole('heading', { level: 1, name: 'Vielen Dank' }, patiently);
    await expect(canvas.getByText('submission-1')).toBeVisible();
    const copy = await canvas.findByRole('region', { name: 'Verkehrsunfall melden' }, patiently);
    await within(copy).findByText('Jonas', undefined, patiently);
    const asked = spyOn(window, 'print').mockImplementation(() => undefined);
    await userEvent.click(
      within(copy).getByRole('button', { name: 'Drucken oder als PDF speichern' }),
    );
    await expect(asked).toHaveBeenCalledOnce();
  },
};

const oldTerms = 'a'.repeat(64);
const newTerms = 'b'.repeat(64);
const terms = { now: oldTerms };
const changed = 'Der Text, dem Sie zustimmen, wurde gerade geändert.';
const withTerms = (agb: string): FormProcess => ({
  ...accidentProcess,
  metaData: { ...accidentProcess.metaData, statementHashes: { agb } },
});
/** The terms change while a visitor fills in the form: they must be accepted again. */
export const TermsChangeMeanwhile: Story = {
  ...opened({
    filledIn: accidentAnswers,
    plan: [
      responds(startWorkflow, session),
      responds(accessProcess, session),
      { endpoint: getProcess, answer: () => Response.json(withTerms(terms.now)) },
      {
        endpoint: getTerms,
        answer: () =>
          Response.json({
            agb:
              terms.now === newTerms ? '## Neue Mandatsbedingungen' : '## Alte Mandatsbedingungen',
            hash: terms.now,
          }),
      },
      {
        endpoint: submitProcess,
        async answer(_, request) {
          const { statementHashes } = (await request.json()) as Submission;
          if (statementHashes?.agb === newTerms) return Response.json(sent);
          terms.now = newTerms;
          return Response.json(
            {
              reason: 'statementsChanged',
              reasonMessage: changed,
              fields: { '/agbAccepted': changed },
            },
            { status: 409 },
          );
        },
      },
    ],
  }),
  play: async ({ canvas, userEvent }) => {
    terms.now = oldTerms;
    const box = () => canvas.getByRole('checkbox', { name: /Mandatsbedingungen/ });
    for (const accept of await canvas.findAllByRole(
      'checkbox',
      { name: /Mandatsbedingungen|Datenschutzhinweise/ },
      patiently,
    ))
      await userEvent.click(accept);
    await userEvent.click(canvas.getByRole('button', submit));
    await expect(await canvas.findByText(changed, undefined, patiently)).toBeVisible();
    await waitFor(() => expect(box()).not.toBeChecked());
    await expect(canvas.getByRole('checkbox', { name: /Datenschutzhinweise/ })).toBeChecked();
    await expect(canvas.getByDisplayValue('Wieland')).toBeVisible();

    await userEvent.click(
      within(box().closest('label') ?? box()).getByRole('button', { name: /Mandatsbedingungen/ }),
    );
    await screen.findByRole('heading', { name: 'Neue Mandatsbedingungen' }, patiently);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(box());
    await userEvent.click(canvas.getByRole('button', submit));
    await canvas.findByRole('heading', { level: 1, name: 'Vielen Dank' }, patiently);
  },
};

const asksForPin = responds(startWorkflow, loginRequired);
const pinField = { name: 'Ihre PIN' };

export const PinAsked: Story = {
  ...opened({ plan: [asksForPin] }),
  play: async ({ canvas }) => void (await canvas.findByRole('textbox', pinField, patiently)),
};
export const PinRefused: Story = {
  ...opened({ plan: [asksForPin, rejects(loginWithPin, 'falsePin', 'Die PIN ist falsch.')] }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('textbox', pinField, patiently), '123456');
    await expect(
      await canvas.findByText('Die PIN ist falsch.', undefined, patiently),
    ).toBeVisible();
  },
};
/** The token expires, and its PIN was for a single use. */
export const PinAskedAgain: Story = {
  ...opened({
    plan: [
      responds(startWorkflow, session),
      responds(getProcess, accidentProcess),
      rejects(downloadFile, 'unauthorized', 'Bitte melden Sie sich an.'),
      responds(accessProcess, loginRequired),
    ],
  }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(
      await canvas.findByRole('button', { name: 'Merkblatt Verkehrsunfall.pdf' }, patiently),
    );
    await screen.findByRole('dialog', { name: 'PIN noch einmal eingeben' }, patiently);
  },
};

/** A request that was answered, opened once more. */
export const RequestAnswered: Story = {
  ...opened({
    addressOf: requestAddress,
    plan: [
      responds(resolveAccountKey, { accountId: session.accountId }),
      responds(resolveExternalRequest, {
        workflowKey: session.workflowKey,
        workflowType: 'EXTERNALREQUEST',
      }),
      rejects(startWorkflow, 'alreadySubmitted', 'Diese Angaben sind schon abgeschickt.'),
    ],
  }),
  play: async ({ canvas }) =>
    void (await canvas.findByRole('heading', { level: 1, name: 'Schon abgeschickt' }, patiently)),
};
