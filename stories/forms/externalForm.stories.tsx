import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, screen, spyOn, waitFor, within } from 'storybook/test';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { getPublicInfo, getTerms, resolveAccountKey } from '#schemas/accounts/accounts.ts';
import {
  accessProcess,
  getProcess,
  loginWithPin,
  startWorkflow,
  submitProcess,
  type FormProcess,
  type Submission,
} from '#schemas/forms/assistants.ts';
import type { Reply } from '#schemas/platform/endpoint.ts';
import { resolveExternalRequest } from '#schemas/forms/externalRequests.ts';
import { downloadFile } from '#schemas/files/files.ts';
import { ExternalFormPage } from '#src/features/forms/assistants/ExternalFormPage.tsx';
import { SucceedPage } from '#src/features/forms/assistants/SucceedPage.tsx';
import { LanguageChoice } from '#src/locale/LanguageChoice.tsx';
import { generateKey } from '#src/engine/core/values/generateKey.ts';
import { saveAsked, saveDraft } from '#src/device/indexedDb/draftStorage.ts';
import {
  accidentAnswers,
  accidentProcess,
  loginRequired,
  session,
} from '../support/accidentReport.ts';
import {
  responds,
  respondsWhile,
  mockApi,
  rejects,
  rejectsSent,
  neverResponds,
} from '../support/mockApi.ts';

const publicAddress = (form: string) => `/externalform/${form}`;
const requestAddress = (form: string) => `/page/aydin-kollegen/guidance/${form}`;

/** `form` is the key of the draft; each story has its own. */
function Page({
  form,
  getAddress = publicAddress,
}: {
  form: string;
  getAddress?: (form: string) => string;
}) {
  const languageChoice = <LanguageChoice />;
  const formPage = <ExternalFormPage languageChoice={languageChoice} notFound={null} />;
  return (
    <MemoryRouter initialEntries={[getAddress(form)]}>
      <Routes>
        <Route path="/externalform/:processGuid" element={formPage} />
        <Route path="/page/:accountIdentity/guidance/:externalRequestKey" element={formPage} />
        <Route
          path="/externalform/:processGuid/succeed"
          element={<SucceedPage languageChoice={languageChoice} />}
        />
      </Routes>
    </MemoryRouter>
  );
}

const opens = [
  responds(startWorkflow, session),
  responds(accessProcess, session),
  responds(getProcess, accidentProcess),
];
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
  getAddress?: typeof publicAddress;
};

function opened({ plan = opens, filledIn = {}, getAddress = publicAddress }: Opening = {}): Story {
  let form = '';
  const changes = Object.fromEntries(
    Object.entries(filledIn).map(([id, value]) => [
      id,
      { value, at: 1, workflowKey: session.workflowKey, revision: 1, type: '', question: id },
    ]),
  );
  return {
    render: () => <Page form={form} getAddress={getAddress} />,
    async beforeEach() {
      form = generateKey();
      if (Object.keys(filledIn).length > 0) {
        const { workflowKey } = session;
        await saveDraft({ form, round: 0 }, { workflowKey, revision: 1, changes });
        await saveAsked(form, { ...accidentProcess, provider: accidentProcess });
      }
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
    void (await canvas.findByRole('button', { name: 'Noch einmal versuchen' })),
};
const network = { isUp: false };
/** An offline form opens as soon as the device is online. */
export const BackOnTheNet: Story = {
  ...opened({
    plan: [respondsWhile(network, startWorkflow, session), responds(getProcess, accidentProcess)],
  }),
  loaders: () => void (network.isUp = false), // it is up at the end of a run
  play: async ({ canvas }) => {
    await canvas.findByRole('button', { name: 'Noch einmal versuchen' });
    network.isUp = true;
    dispatchEvent(new Event('online'));
    await canvas.findByRole('button', submit);
  },
};
export const Filled: Story = {
  ...opened({ filledIn: accidentAnswers }),
  play: async ({ canvas }) => void (await canvas.findByDisplayValue('Wieland')),
};
export const WithErrors: Story = {
  ...opened(),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', submit));
    await canvas.findByRole('region', { name: /Bitte prüfen Sie/ });
  },
};
const sent = {
  submissionId: 'submission-1',
  reference: 'K7F-2QM-9TX',
  submittedAt: '2026-11-20T10:15:00.000Z',
  resultText: accidentProcess.resultText,
  returnUrl: accidentProcess.returnUrl,
  isReturnAllowed: false,
  isFormOpen: true,
  copyTo: null,
};
export const Sent: Story = {
  ...opened({ filledIn: accidentAnswers, plan: [...opens, responds(submitProcess, sent)] }),
  play: async ({ canvas, userEvent }) => {
    for (const accept of await canvas.findAllByRole('checkbox', {
      name: /Nutzungsbedingungen|Datenschutzhinweise/,
    }))
      await userEvent.click(accept);
    await userEvent.click(canvas.getByRole('button', submit));
    await canvas.findByRole('heading', { level: 1, name: 'Vielen Dank' });
    await expect(canvas.getByText('K7F-2QM-9TX')).toBeVisible();
    const copy = await canvas.findByRole('region', { name: 'Verkehrsunfall melden' });
    await within(copy).findByText('Jonas');
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
              terms.now === newTerms
                ? '## Neue Nutzungsbedingungen'
                : '## Alte Nutzungsbedingungen',
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
    const box = () => canvas.getByRole('checkbox', { name: /Nutzungsbedingungen/ });
    for (const accept of await canvas.findAllByRole('checkbox', {
      name: /Nutzungsbedingungen|Datenschutzhinweise/,
    }))
      await userEvent.click(accept);
    await userEvent.click(canvas.getByRole('button', submit));
    await expect(await canvas.findByText(changed)).toBeVisible();
    await waitFor(() => expect(box()).not.toBeChecked());
    await expect(canvas.getByRole('checkbox', { name: /Datenschutzhinweise/ })).toBeChecked();
    await expect(canvas.getByDisplayValue('Wieland')).toBeVisible();

    await userEvent.click(
      within(box().closest('label') ?? box()).getByRole('button', { name: /Nutzungsbedingungen/ }),
    );
    await screen.findByRole('heading', { name: 'Neue Nutzungsbedingungen' });
    await userEvent.keyboard('{Escape}');
    await userEvent.click(box());
    await userEvent.click(canvas.getByRole('button', submit));
    await canvas.findByRole('heading', { level: 1, name: 'Vielen Dank' });
  },
};

const asksForPin = responds(startWorkflow, loginRequired);
const pinField = { name: 'Ihre PIN' };

export const PinAsked: Story = {
  ...opened({ plan: [asksForPin] }),
  play: async ({ canvas }) => void (await canvas.findByRole('textbox', pinField)),
};
export const PinRefused: Story = {
  ...opened({ plan: [asksForPin, rejects(loginWithPin, 'falsePin', 'Die PIN ist falsch.')] }),
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('textbox', pinField), '123456');
    await expect(await canvas.findByText('Die PIN ist falsch.')).toBeVisible();
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
      await canvas.findByRole('button', { name: 'Merkblatt Verkehrsunfall.pdf' }),
    );
    await screen.findByRole('dialog', { name: 'PIN noch einmal eingeben' });
  },
};

const { accountId } = session;
const provider: Reply<typeof getPublicInfo> = {
  accountId,
  accountName: 'Aydın & Kollegen',
  accountShortName: 'Aydın',
  accountUniqueKey: 'aydin-kollegen',
  uniqueAccountKey: 'aydin-kollegen',
  primaryColor: '#14505c',
  secondaryColor: '#c08a3e',
  primaryLogoUrl: null,
  secondaryLogoUrl: null,
  welcomeHeadline: '',
  welcomeText: '',
  esyThingAgb: '',
  esyThingDatenschutz: '',
  terms: '',
  privacy: '',
  contact: {
    street: 'Alte Werft 21',
    postalCode: '20457',
    city: 'Hamburg',
    contact: '040 66969 200',
    website: '',
  },
  footerLinks: [],
  assistants: [],
  publicPageElsewhere: null,
};

/** A request that was answered on another device, with the provider to ask. */
export const RequestAnswered: Story = {
  ...opened({
    getAddress: requestAddress,
    plan: [
      responds(resolveAccountKey, { accountId }),
      responds(getPublicInfo, provider),
      responds(resolveExternalRequest, {
        workflowKey: session.workflowKey,
        workflowType: 'EXTERNALREQUEST',
      }),
      rejects(startWorkflow, 'alreadySubmitted', 'Diese Angaben sind schon abgeschickt.'),
    ],
  }),
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { level: 1, name: 'Schon abgeschickt' });
    await canvas.findByText(/^Auf diese Anfrage von Aydın & Kollegen gibt es schon eine Antwort/);
    await expect(canvas.getByRole('link', { name: /040 66969 200/ })).toBeVisible();
  },
};

const elsewhere = { submittedAt: '2026-11-27T09:00:00.000Z', isOwnSubmission: false };
const isShown: NonNullable<Story['play']> = async ({ canvas }) => {
  const title = 'Ihre Angaben wurden nicht abgeschickt';
  const heading = await canvas.findByRole('heading', { level: 1, name: title });
  await waitFor(() => expect(heading).toHaveFocus());
  await expect(canvas.getByRole('alert')).toHaveTextContent(/schon Angaben angekommen/);
  await expect(canvas.getByText(/^27\.11\.2026/)).toBeVisible();
  await expect(await canvas.findByText('Wieland')).toBeVisible();
  await expect(canvas.getByRole('button', { name: 'Angaben kopieren' })).toBeVisible();
  await expect(canvas.getByRole('button', { name: /^Drucken/ })).toBeVisible();
  await expect(canvas.queryByRole('textbox')).not.toBeInTheDocument();
};

/** Another device sends the same form first: what was written stays to be copied and printed. */
export const SentElsewhereMeanwhile: Story = {
  ...opened({
    getAddress: requestAddress,
    filledIn: accidentAnswers,
    plan: [
      {
        endpoint: accessProcess,
        answer: async (_, request) => {
          const { idempotencyKey } = (await request.json()) as { idempotencyKey?: string };
          const problem = { reason: 'alreadySubmitted', reasonMessage: '', ...elsewhere };
          return idempotencyKey === undefined
            ? Response.json(session)
            : Response.json(problem, { status: 409 });
        },
      },
      responds(getProcess, accidentProcess),
      rejectsSent(submitProcess, elsewhere),
    ],
  }),
  play: async (context) => {
    const { canvas, userEvent } = context;
    for (const accept of await canvas.findAllByRole('checkbox', {
      name: /Nutzungsbedingungen|Datenschutzhinweise/,
    }))
      await userEvent.click(accept);
    await userEvent.click(canvas.getByRole('button', submit));
    await isShown(context);
  },
};

/** The link is opened with a draft, after another device has sent the form. */
export const SentElsewhereBefore: Story = {
  ...opened({
    getAddress: requestAddress,
    filledIn: accidentAnswers,
    plan: [
      responds(resolveAccountKey, { accountId }),
      responds(getPublicInfo, provider),
      responds(resolveExternalRequest, {
        workflowKey: session.workflowKey,
        workflowType: 'EXTERNALREQUEST',
      }),
      rejectsSent(accessProcess, elsewhere),
      rejectsSent(startWorkflow, elsewhere),
    ],
  }),
  play: async (context) => {
    await isShown(context);
    const { canvas, userEvent } = context;
    await userEvent.click(canvas.getByRole('button', { name: 'Entwurf löschen' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Angaben verwerfen' }));
    await canvas.findByRole('heading', { level: 1, name: 'Schon abgeschickt' });
    await expect(canvas.queryByText('Wieland')).not.toBeInTheDocument();
  },
};
