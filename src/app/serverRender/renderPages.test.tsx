// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { AccountPublicInfo } from '#schemas/accounts/accounts.ts';
import type { ServerRenderedPage } from '#schemas/platform/serverRenderedPage.ts';
import type { ClosedForm, FormOpening, PinPageData } from '#schemas/forms/assistants.ts';
import type { PostedForm } from '#schemas/forms/postedForms.ts';
import type { FormContent } from '#schemas/forms/forms.ts';
import { fixturesByType } from '#src/engine/testing/fixtures.ts';
import { elementTypes } from '#widgets/registry.ts';
import { serverRender } from './renderPages.tsx';

const contact = {
  street: 'Weg 1',
  postalCode: '20259',
  city: 'Hamburg',
  contact: '040 1',
  website: 'https://kanzlei.example',
};
const account: AccountPublicInfo = {
  accountId: 'a1',
  accountName: 'Kanzlei <Test>',
  accountShortName: 'Test',
  accountUniqueKey: 'test',
  primaryColor: '#14505c',
  secondaryColor: '#c08a3e',
  primaryLogoUrl: null,
  secondaryLogoUrl: null,
  welcomeHeadline: 'Unfall?',
  welcomeText: 'Wir helfen & beraten.',
  esyThingAgb: null,
  esyThingDatenschutz: 'Wir speichern nichts.',
  contact,
  footerLinks: [],
  publicPageElsewhere: null,
  assistants: [
    {
      id: 'f1',
      name: 'Unfall melden',
      url: 'https://portal.example/externalform/f1',
      description: 'In 5 Minuten',
      isMainService: true,
      headerLogoUrl: null,
    },
  ],
};
const buildOpening = (formElement: FormContent): FormOpening => ({
  accountId: 'a1',
  accountName: 'Kanzlei Test',
  headerLogoUrl: null,
  contact,
  theme: { primaryColor: '#14505c', formElementBackground: '#fff"><script>' },
  revision: 1,
  formElement,
  assistantNotice: null,
  attachments: [],
  resultText: null,
  showAgb: true,
  showDatenschutz: false,
  publicFileInfo: { allowedExtensions: ['pdf'], maxSize: 1_000 },
  metaData: {
    validatorUrl: `/validators/${'0'.repeat(32)}.js`,
    statementHashes: {},
    publishedAt: '2026-11-20T12:00:00.000Z',
  },
});
const content: FormContent = {
  title: { de: 'Unfall melden', en: 'Report' },
  description: 'Wir melden uns.',
  formElements: [
    { id: 'name', type: 'input', label: 'Vorname', required: true, maxLength: 20 },
    { id: 'day', type: 'date', label: 'Unfalltag' },
    { id: 'damage', type: 'number', label: 'Schaden', unit: 'EUR' },
    { id: 'more', type: 'checkbox', label: 'Mehr' },
    {
      id: 'hidden',
      type: 'input',
      label: 'Verdeckt',
      visibleWhen: { element: 'more', equals: true },
    },
  ],
};

const host = 'portal.example';
const renderForm = (formElement: FormContent) =>
  serverRender.form({
    here: '/externalform/guid',
    language: 'de',
    opening: buildOpening(formElement),
  });

const renderPin = (page: Pick<PinPageData, 'posted' | 'isVoid'>, language: 'de' | 'en' = 'de') =>
  serverRender.pin({
    here: '/externalform/guid',
    language,
    required: {
      payload: { isAppLoginRequired: true },
      accountId: 'a1',
      accountName: 'Kanzlei Test',
      headerLogoUrl: null,
      theme: { primaryColor: '#14505c' },
      contact,
    },
    ...page,
  });

const pages: [
  name: string,
  render: () => Promise<ServerRenderedPage | undefined>,
  shown: string[],
][] = [
  [
    'a public page',
    async () => serverRender.landing(host, account),
    [
      '>Unfall?</h1>',
      'Wir helfen &amp; beraten.',
      'Kanzlei &lt;Test&gt;',
      'href="https://portal.example/externalform/f1"',
      'In 5 Minuten',
      'href="/legal/imprint/a1/text?language=de"',
      '>Datenschutz',
    ],
  ],
  [
    'a form',
    () => renderForm(content),
    [
      '>Unfall melden<',
      'Wir melden uns.',
      'Kanzlei Test · Weg 1 · 20259 Hamburg',
      'id="answer-name"',
      'id="answer-day"',
      'id="answer-damage"',
      'id="answer-more"',
      'method="post"',
      'tabindex="-1" aria-hidden="true" disabled=""', // the button that Enter presses
      'href="/legal/terms/a1/text?language=de"',
    ],
  ],
  [
    'the PIN of a form',
    () => renderPin({}),
    [
      '>PIN eingeben</h1>',
      'Kanzlei Test · Weg 1 · 20259 Hamburg',
      'action="?"',
      'name="form-action" value="pin"',
      'id="answer-password"',
      'href="?language=en"',
    ],
  ],
  [
    'a wrong PIN',
    () =>
      renderPin(
        { posted: { answers: {}, errors: [], failure: 'Wrong PIN.', refused: 'password' } },
        'en',
      ),
    [
      '>Enter your PIN</h1>',
      'name="form-language" value="en"',
      'Wrong PIN.',
      'aria-invalid="true"',
    ],
  ],
  [
    'an incomplete PIN',
    () =>
      renderPin({
        posted: {
          answers: {},
          errors: [{ address: 'password', pointer: '/password', rule: 'pattern' }],
        },
      }),
    ['href="#answer-password"', 'Geben Sie alle sechs Ziffern ein.', 'autofocus=""'],
  ],
  [
    'a PIN that is void',
    () => renderPin({ isVoid: true }, 'en'),
    ['href="tel:0401"', 'action="?"', 'name="language" value="en"', '>Enter a new PIN'],
  ],
];

it.each(pages)(
  'The server-rendered page of %s has its texts and nothing that the CSP refuses',
  async (_name, render, shown) => {
    const view = await render();
    for (const text of shown) expect(view?.html).toContain(text);
    expect(view?.html).toContain('data-consent');
    expect(view?.html).not.toMatch(/ style=|<style|<script|&lt;script| on[a-z]+=|<!--\$!-->/);
  },
);

it('A server-rendered page has the provider’s colours and skips invalid ones', async () => {
  const styles = await Promise.all(pages.map(async ([, render]) => (await render())?.styles));
  expect(styles[0]).toBe(':root{--brand:#14505c;--brand-2:#c08a3e}');
  expect(styles[1]).toMatch(/^:root\{--brand:#14505c\}/);
  expect(styles[1]).not.toContain('script');
});

it('A form is rendered without the elements that its conditions hide', async () => {
  expect((await renderForm(content))?.html).not.toContain('Verdeckt');
});

it('Markdown for a page without scripts has no HTML and no script of its author', () => {
  const html = serverRender.markdown(
    '## Regeln\n\n<script>alert(1)</script> [hier](javascript:alert(2)) [da](https://a.example)',
  );
  expect(html).toContain('>Regeln</h2>');
  expect(html).toContain('href="https://a.example"');
  expect(html).not.toMatch(/<script|href="javascript/);
});

it('A form is rendered once for the same data', async () => {
  expect(await renderForm(content)).toBe(await renderForm(content));
});

const posted: PostedForm = {
  state: 'sealed',
  workflowKey: 'w1',
  page: undefined,
  answers: { damage: 6482.17, day: 'gestern', more: true },
  accepted: ['agbAccepted'],
  problem: {
    fields: { '/answers/3/value': 'Fehlt.', '/answers/1/value': 'Kein Tag.' },
    rules: {
      '/answers/3/value': { elementId: 'name', address: 'name', rule: 'required' },
      '/answers/1/value': { elementId: 'day', address: 'day', rule: 'format' },
    },
  },
  failure: 'Das ging schief.',
  hasNewQuestions: true,
};

it('A form that was posted has its answers, its errors and its state, and is not cached', async () => {
  const opening = buildOpening(content);
  opening.metaData.statementHashes = { agb: 'a'.repeat(64) };
  const page = { here: '/externalform/guid', language: 'de', opening } as const;
  const view = await serverRender.form({ ...page, posted });
  for (const text of [
    'action="/externalform/guid"',
    '="multipart/form-data"',
    'name="form-state" value="sealed"',
    'href="#answer-name"',
    'id="error-day"',
    'value="6.482,17"',
    'value="gestern"',
    'Verdeckt',
    'Das ging schief.',
    'weitere Fragen',
    'autofocus=""',
  ])
    expect(view?.html).toContain(text);
  expect(view?.html).toMatch(/<input[^>]*name="agbAccepted"[^>]*checked=""/);
  expect(await serverRender.form({ ...page, posted })).not.toBe(view);
});

it('A form is rendered in the language that was asked for', async () => {
  const opening = buildOpening(content);
  const view = await serverRender.form({ here: '/externalform/guid', language: 'en', opening });
  expect(view?.html).toContain('>Report<');
  expect(view?.html).toContain('href="?language=de"');
});

it('A form that needs scripts for a required answer says so at its top', async () => {
  const signature = { id: 'sign', type: 'signature', label: 'Unterschrift', required: true };
  const view = await renderForm({ title: 'Vollmacht', formElements: [signature] });
  expect(view?.html).toContain('Sie brauchen es für: Unterschrift.');
  expect((await renderForm(content))?.html).not.toContain('Ohne JavaScript');
});

const closed: ClosedForm = { ...buildOpening(content), title: content.title, text: null };

it.each([
  ['the words of its provider', 'de', { de: 'Ab **Mai** wieder.' }, '<strong>Mai</strong>'],
  ['a standard sentence', 'de', null, 'Kanzlei Test nimmt mit diesem Formular zurzeit keine'],
  ['a standard sentence for an empty text', 'de', ' ', 'zurzeit keine Angaben an.'],
  ['the language that was asked for', 'en', null, 'takes no answers with this form'],
] as const)('The page of a closed form has %s', async (_name, language, text, shown) => {
  const view = await serverRender.closed({
    here: '/externalform/guid',
    language,
    closed: { ...closed, text },
  });
  const title = language === 'de' ? 'Dieses Formular ist geschlossen' : 'This form is closed';
  for (const each of [
    `>${title}</h1>`,
    shown,
    language === 'de' ? 'Unfall melden' : 'Report',
    'href="tel:0401"',
    'Kanzlei Test · Weg 1 · 20259 Hamburg',
    `href="?language=${language === 'de' ? 'en' : 'de'}"`,
  ])
    expect(view?.html).toContain(each);
  expect([view?.hydrate, view?.html.includes('<form')]).toEqual(['closed', false]);
});

it('The thank-you page of a form has its receipt', async () => {
  const view = await serverRender.sent({
    here: '/externalform/guid/succeed',
    language: 'de',
    token: 'sealed',
    thanks: {
      ...buildOpening(content),
      resultText: 'Danke sehr.',
      returnUrl: 'https://kanzlei.example/danke',
      isReturnAllowed: true,
      isFormOpen: true,
    },
    receipt: {
      submissionId: 's1',
      reference: 'BCD-FGH-JKM',
      submittedAt: '2026-11-20T12:00:00Z',
      copyTo: 'j•••@example.com',
    },
  });
  expect(view?.html).toContain('Danke sehr.');
  expect(view?.html).toContain('BCD-FGH-JKM');
  expect(view?.html).toContain('Eine E-Mail an j•••@example.com ist unterwegs.');
  expect(view?.html).toContain('href="?language=en&amp;receipt=sealed"');
  expect(view?.html).toContain('href="https://kanzlei.example/danke"');
  expect(view?.html).not.toContain('geht es von selbst weiter'); // which needs scripts
});

const request = '/page/test/guidance/r1';

it('An external request is rendered with what its link prefills, and is not cached', async () => {
  const render = async (prefill: string) => {
    const opening = buildOpening({
      title: 'Mandat',
      formElements: [{ id: 'name', type: 'input', label: 'Name', prefill: 'm_name' }],
    });
    return serverRender.form({ here: request, language: 'de', opening, prefill });
  };
  const [one, other] = [await render('m_name=Ida'), await render('m_name=Ole')];
  expect(one?.html).toMatch(/<input[^>]* value="Ida"/);
  expect(one?.html).toContain('name="form-prefill" value="m_name=Ida"');
  expect(one?.html).toContain(`action="${request}"`);
  expect(one?.html).toContain('href="?language=en&amp;m_name=Ida"');
  expect(other?.html).toMatch(/<input[^>]* value="Ole"/);
});

const demoForms = ['aydin-kollegen', 'aydin-bussgeld', 'falkenried-mandat', 'lichtblick'];
it.each(demoForms)(
  'The demo form %s can be rendered with every part of its first page',
  async (name) => {
    const formElement = JSON.parse(
      readFileSync(`server/demo/forms/${name}.json`, 'utf8'),
    ) as FormContent;
    expect((await renderForm(formElement))?.hydrate).toBe('form');
  },
);

it('Every element type of providers can be rendered on the server', async () => {
  const elements = elementTypes.flatMap(({ type }) =>
    (fixturesByType[type] ?? [])
      .slice(0, 1)
      .map(({ element }) => ({ ...element, id: `of${type}` })),
  );
  const view = await renderForm({ title: 'Alles', formElements: elements });
  const notRendered = elements.filter(({ type }) => !view?.html.includes(`data-element="${type}"`));
  // a headline is text of its section
  expect(notRendered.map(({ type }) => type)).toEqual(['headline']);
});

it('The public page of a customer’s own portal is not rendered on the server', () => {
  expect(
    serverRender.landing(host, { ...account, accountUniqueKey: 'lichtblick' }),
  ).toBeUndefined();
  // another firm's page, whatever the host
  expect(serverRender.landing('behrens.localhost', account)).toBeDefined();
});

it('The frame of a page after the login has no entry, no logo and no style, and says that it loads', () => {
  const find = (name: string, language: 'de' | 'en' = 'de') =>
    serverRender.frame({ path: '/', params: {}, name }, language)?.html ?? '';
  expect(find('dashboard')).toContain('>Wird geladen');
  expect(find('dashboard', 'en')).toContain('>Loading');
  expect(find('dashboard')).toContain('aria-busy="true"');
  expect(find('dashboard')).not.toMatch(/<(?:a|button|img|svg|style|script)| style=/);
  expect([find('dashboard'), find('selectedCase')].map((html) => /data-deep/.test(html))).toEqual([
    false,
    true,
  ]);
});
