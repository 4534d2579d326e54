import type { FormProcess, FormSession, LoginRequired } from '#schemas/forms/assistants.ts';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import definition from '#server/demo/forms/aydin-kollegen.json' with { type: 'json' };

/** The demo world's form, as the server presents it to a visitor. */
// checked when the demo publishes it
export const accidentReport: FormDefinition = definition as unknown as FormDefinition;

export const session: FormSession = {
  accessToken: 'token',
  workflowKey: 'workflow-1',
  accountId: 'aydin-kollegen',
  workflowType: 'ASSISTENT',
};

const accountName = 'Aydın & Kollegen';
const theme = { primaryColor: '#7d1f3f' };
const contact = {
  street: 'Lindenweg 8',
  postalCode: '20259',
  city: 'Hamburg',
  contact: '040 66969 412',
  website: 'https://aydin-kollegen.example',
};

/** The response of a form with a PIN. */
export const loginRequired: LoginRequired = {
  payload: { isAppLoginRequired: true },
  accountId: session.accountId,
  accountName,
  headerLogoUrl: null,
  theme,
  contact,
};

export const accidentProcess: FormProcess = {
  ...session,
  accountName,
  revision: 1,
  formElement: accidentReport,
  assistantNotice: null,
  attachments: [{ id: 'leaflet-1', fileName: 'Merkblatt Verkehrsunfall.pdf' }],
  showAgb: true,
  showDatenschutz: true,
  headerLogoUrl: null,
  resultText: accidentReport.resultText ?? null,
  returnUrl: accidentReport.returnUrl ?? null,
  isReturnAllowed: false,
  theme,
  contact,
  publicFileInfo: { allowedExtensions: ['pdf', 'jpg'], maxSize: 25_000_000 },
  metaData: {
    validatorUrl: '/validators/none.js',
    timeToken: 'time',
    statementHashes: {},
    publishedAt: '2026-11-01T08:00:00.000Z',
  },
};

export const accidentAnswers: Record<string, unknown> = {
  firstName: 'Jonas',
  lastName: 'Wieland',
  phone: '+4917604069123',
  email: 'jonas.wieland@example.com',
  postalCode: '20259',
  day: '2026-02-01',
  place: { address: 'Lindenweg 14, Hamburg' },
  what: 'Ein Lieferwagen nahm mir die Vorfahrt.\nIch bremste.',
  injured: 'no',
  sum: 6482.17,
  hasInsurance: 'no',
  truth: true,
};
