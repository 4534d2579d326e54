import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '#schemas/platform/problem.ts';
import type { ProviderForm } from '#schemas/forms/providerForms.ts';
import { lintDefinition } from '#src/engine/core/lint/lintDefinition.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addAccount, json, startTestServer, type TestServer } from '#server/testing/testServer.ts';
import { portalRegistry } from '#widgets/portalRegistry.ts';
import { elementTypes } from '#widgets/registry.ts';

const name = { id: 'name', type: 'input', label: 'Name' };
const sound = { title: 'Rückruf', formElements: [name] };
let shapes = 0;
/** Unique each time, because recent results are cached. */
const neverCompiled = () => ({ ...sound, formElements: [{ ...name, maxLength: (shapes += 1) }] });

describeOnEachDatabase('a provider', (open) => {
  let server: TestServer;
  let headers: Record<string, string>;
  beforeEach(async () => {
    server = await startTestServer({ open });
    headers = { 'x-api-key': (await addAccount(server)).apiKey };
  });
  afterEach(() => server.close());

  const create = (definition: unknown, key?: string, language = 'de') =>
    server.app.inject({
      method: 'POST',
      url: '/provider/v1/forms',
      headers: {
        ...headers,
        'accept-language': language,
        ...(key ? { 'idempotency-key': key } : {}),
      },
      payload: { definition },
    });
  const publish = (formId: string) =>
    server.app.inject({ method: 'POST', url: `/provider/v1/forms/${formId}/publish`, headers });
  const list = async (query = '') =>
    json<{ items: ProviderForm[]; cursor?: string }>(
      await server.app.inject({ url: `/provider/v1/forms${query}`, headers }),
    );

  it('A provider creates a draft, publishes it and gets its link', async () => {
    const draft = json<ProviderForm>(await create(sound));
    expect(draft).toMatchObject({ title: 'Rückruf', state: 'draft', revision: null, url: null });
    expect(json(await publish(draft.formId))).toMatchObject({
      state: 'published',
      revision: 1,
      url: `http://localhost:8080/externalform/${draft.processGuid}`,
    });
  });

  it('Publishing the same draft again creates no new revision', async () => {
    const { formId } = json<ProviderForm>(await create(sound));
    await Promise.all([publish(formId), publish(formId), publish(formId)]);
    expect(json(await publish(formId))['revision']).toBe(1);
  });

  const replace = (formId: string, definition: unknown) =>
    server.app.inject({
      method: 'PUT',
      url: `/provider/v1/forms/${formId}`,
      headers,
      payload: { definition },
    });
  const withdraw = (formId: string) =>
    server.app.inject({ method: 'POST', url: `/provider/v1/forms/${formId}/withdraw`, headers });
  /** Runs a call while the form is being compiled. */
  const publishWhile = async (formId: string, happens: () => Promise<unknown>) => {
    // `inject` starts when it is awaited
    const publishing = publish(formId).then((answer) => answer);
    await list(); // queries the database as often as publishing does before it compiles
    await happens();
    return publishing;
  };

  it('A draft that was replaced during compilation is not published', async () => {
    const { formId } = json<ProviderForm>(await create(neverCompiled()));
    const answer = await publishWhile(formId, () => replace(formId, { ...sound, title: 'Neu' }));
    expect([answer.statusCode, json(answer)['reason']]).toEqual([409, 'conflict']);
    expect((await list()).items).toMatchObject([{ title: 'Neu', state: 'draft', revision: null }]);
  });

  it('A form that was withdrawn during compilation stays withdrawn', async () => {
    const { formId } = json<ProviderForm>(await create(sound));
    await publish(formId);
    await replace(formId, neverCompiled());
    expect((await publishWhile(formId, () => withdraw(formId))).statusCode).toBe(409);
    expect((await list()).items).toMatchObject([{ state: 'withdrawn', revision: 1 }]);
    expect(json(await publish(formId))).toMatchObject({ state: 'published', revision: 2 });
  });

  it('An unpublished form cannot be withdrawn', async () => {
    const { formId } = json<ProviderForm>(await create(sound));
    expect((await withdraw(formId)).statusCode).toBe(409);
    expect((await list()).items).toMatchObject([{ state: 'draft' }]);
  });

  it('The list contains the draft’s title and the newest revision’s number', async () => {
    const { formId } = json<ProviderForm>(await create(sound));
    await publish(formId);
    await replace(formId, { ...sound, title: { de: 'Zweite Fassung', en: 'Second' } });
    await publish(formId);
    await replace(formId, { ...sound, title: 'Dritte Fassung' });
    expect((await list()).items).toMatchObject([
      { title: 'Dritte Fassung', state: 'published', revision: 2 },
    ]);
  });

  it('Concurrent retries create one form, and another body is a conflict', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => create(sound, 'same')));
    expect(new Set(answers.map((answer) => json<ProviderForm>(answer).formId)).size).toBe(1);
    expect((await create({ ...sound, title: 'Anders' }, 'same')).statusCode).toBe(409);
    const { formId } = json<ProviderForm>(answers[0] as never);
    await replace(formId, { ...sound, title: 'Anders' });
    expect((await create({ ...sound, title: 'Anders' }, 'same')).statusCode).toBe(409);
    expect(json(await create(sound, 'same'))).toMatchObject({ formId, title: 'Anders' });
    expect((await list()).items).toHaveLength(1);
  });

  it('The forms are listed in pages, newest first, each once', async () => {
    for (let index = 0; index < 5; index += 1) {
      await create({ ...sound, title: `Formular ${index}` });
      server.clock.forward(1_000);
    }
    const first = await list('?limit=2');
    const second = await list(`?limit=2&cursor=${first.cursor}`);
    const third = await list(`?limit=2&cursor=${second.cursor}`);
    expect([first, second, third].map(({ items }) => items.map(({ title }) => title))).toEqual([
      ['Formular 4', 'Formular 3'],
      ['Formular 2', 'Formular 1'],
      ['Formular 0'],
    ]);
    expect(third.cursor).toBeUndefined();
    expect(
      (await server.app.inject({ url: '/provider/v1/forms?cursor=nonsense', headers })).statusCode,
    ).toBe(400);
  });

  it('Publishing returns warnings without those that have a reason', async () => {
    const doubtful = {
      ...sound,
      theme: { primaryColor: '#f2b705' },
      formElements: [{ ...name, format: 'email' }],
    };
    const { formId } = json<ProviderForm>(await create(doubtful));
    expect(
      json<{ warnings: { rule: string; pointer: string }[] }>(await publish(formId)).warnings,
    ).toMatchObject([
      {
        rule: 'languageMissing',
        pointer: '/definition',
        message: 'Keine Übersetzung für en: 2 Texte fehlen.',
      },
      { rule: 'purposeMissing', pointer: '/definition/formElements/0/autocomplete' },
      { rule: 'textContrast', pointer: '/definition/theme/primaryColor' },
    ]);
    const lintIgnore = ['languageMissing', 'purposeMissing', 'textContrast'].map((rule) => ({
      rule,
      reason: 'So gewollt.',
    }));
    const excepted = json<ProviderForm>(await create({ ...doubtful, lintIgnore }));
    expect(json<{ warnings: unknown[] }>(await publish(excepted.formId)).warnings).toEqual([]);
  });

  it('Every finding of the lint is returned, also several at one place', async () => {
    const definition = {
      title: 'T',
      formElements: [
        { ...name, maxLenght: 5 },
        { ...name, type: 'inptu' },
        { id: 'plz', type: 'input', label: '', format: 'postalcode', minLength: 8, maxLength: 7 },
      ],
    };
    const { findings } = json<Problem>(await create(definition));
    const linted = lintDefinition(definition, portalRegistry).findings;
    expect(findings?.map(({ rule, severity, pointer }) => ({ rule, severity, pointer }))).toEqual(
      linted.map(({ rule, severity, pointer }) => ({
        rule,
        severity,
        pointer: `/definition${pointer}`,
      })),
    );
    expect(findings).toEqual(
      expect.arrayContaining([
        {
          rule: 'settingUnknown',
          severity: 'error',
          pointer: '/definition/formElements/0/maxLenght',
          message: 'Die Einstellung „maxLenght“ gibt es hier nicht. Meinten Sie „maxLength“?',
          suggestion: 'maxLength',
        },
        {
          rule: 'minAboveMax',
          severity: 'error',
          pointer: '/definition/formElements/2/minLength',
          message: 'Das Mindeste liegt über dem Höchsten. Ändern Sie eines von beiden.',
        },
        {
          rule: 'neverFits',
          severity: 'error',
          pointer: '/definition/formElements/2/minLength',
          message:
            'Mit dieser Grenze ist keine Antwort möglich. Ändern Sie sie, oder nehmen Sie sie ' +
            'heraus.',
        },
        {
          rule: 'languageMissing',
          severity: 'warning',
          pointer: '/definition',
          message: expect.stringContaining('Übersetzung') as string,
        },
      ]),
    );
  });

  it.each<[string, object, string, string]>([
    ['of the form', { titel: 'T', formElements: [name] }, '/titel', 'title'],
    [
      'of a page',
      { title: 'T', pages: [{ id: 'a', title: 'A', formElemnts: [name] }] },
      '/pages/0/formElemnts',
      'formElements',
    ],
    [
      'of an element',
      { title: 'T', formElements: [{ ...name, requird: true }] },
      '/formElements/0/requird',
      'required',
    ],
    [
      'of a rule',
      {
        title: 'T',
        formElements: [name, { ...name, id: 'b', visibleWhen: { element: 'name', equls: 1 } }],
      },
      '/formElements/1/visibleWhen/equls',
      'equals',
    ],
    [
      'of the theme',
      { ...sound, theme: { primaryColour: '#14505c' } },
      '/theme/primaryColour',
      'primaryColor',
    ],
  ])(
    'Every call suggests the setting that %s resembles',
    async (_, definition, pointer, suggestion) => {
      const linted = lintDefinition(definition, portalRegistry).findings.map(({ rule }) => rule);
      const { formId } = json<ProviderForm>(await create(sound));
      for (const answer of [await create(definition), await replace(formId, definition)]) {
        const { findings = [], reason } = json<Problem>(answer);
        expect([answer.statusCode, reason, findings.map(({ rule }) => rule)]).toEqual([
          400,
          'invalidDefinition',
          linted,
        ]);
        expect(findings).toContainEqual(
          expect.objectContaining({
            rule: 'settingUnknown',
            pointer: `/definition${pointer}`,
            suggestion,
          }),
        );
      }
    },
  );

  it('The contract’s errors outside a definition are returned', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/provider/v1/forms',
      headers,
      payload: { definiton: sound },
    });
    expect([answer.statusCode, json(answer)['reason']]).toEqual([400, 'invalidInput']);
  });

  describe('an error in a definition is reported at its place', () => {
    const wrong: [string, unknown, string, string][] = [
      [
        'an unknown type',
        { title: 'T', formElements: [{ id: 'a', type: 'holo', label: 'A' }] },
        '/definition/formElements/0/type',
        `„holo“ geht hier nicht. Möglich sind: ${elementTypes.map(({ type }) => type).join(', ')}.`,
      ],
      [
        'a misspelt setting',
        { title: 'T', formElements: [{ ...name, maxLenght: 5 }] },
        '/definition/formElements/0/maxLenght',
        'Die Einstellung „maxLenght“ gibt es hier nicht. Meinten Sie „maxLength“?',
      ],
      [
        'a setting of the wrong kind',
        { title: 'T', formElements: [{ ...name, maxLength: 'five' }] },
        '/definition/formElements/0/maxLength',
        'Hier gehört eine ganze Zahl hin, ohne Anführungszeichen.',
      ],
      [
        'a pattern that can take for ever',
        {
          title: 'T',
          formElements: [
            { id: 'a', type: 'inputregex', label: 'A', pattern: '(a+)+', message: 'So: aa.' },
          ],
        },
        '/definition/formElements/0/pattern',
        'Dieses Muster kann sehr lange rechnen. Vermeiden Sie Wiederholungen ineinander wie in ' +
          '(a+)+, und lassen Sie das nächste Zeichen entscheiden, wie es weitergeht.',
      ],
      [
        'the same id twice',
        { title: 'T', formElements: [name, name] },
        '/definition/formElements/1/id',
        'Die id „name“ gibt es schon. Geben Sie jedem Element und jeder Seite eine eigene.',
      ],
      [
        'a missing title',
        { formElements: [name] },
        '/definition/title',
        'Die Einstellung „title“ fehlt. Bitte ergänzen Sie sie.',
      ],
      [
        'a colour that is none',
        { ...sound, theme: { primaryColor: 'red' } },
        '/definition/theme/primaryColor',
        'Schreiben Sie die Farbe als # und sechs Ziffern oder Buchstaben von a bis f, zum ' +
          'Beispiel "#14505c".',
      ],
      [
        'an address that runs something',
        { ...sound, returnUrl: 'javascript:alert(1)' },
        '/definition/returnUrl',
        'Schreiben Sie eine ganze Adresse, zum Beispiel "https://www.beispiel.de/danke".',
      ],
      [
        'an address that is none',
        { ...sound, returnUrl: 'http://[' },
        '/definition/returnUrl',
        'Das ist keine Adresse, die man öffnen kann. Prüfen Sie, ob sie ganz ist.',
      ],
      [
        'an attachment of nobody',
        { ...sound, attachments: [{ id: 'unknown-file', fileName: 'a.pdf' }] },
        '/definition/attachments/0/id',
        'Diese Datei haben Sie nicht hochgeladen.',
      ],
    ];
    it.each(wrong)(
      'An error in a definition is reported: %s',
      async (_, definition, pointer, text) => {
        const answer = await create(definition);
        expect([
          answer.statusCode,
          json<{ fields: Record<string, string> }>(answer).fields[pointer],
        ]).toEqual([400, text]);
      },
    );

    it('An error in a definition is reported in English on request', async () => {
      const answer = await create(
        { title: 'T', formElements: [{ id: 'a', type: 'holo', label: 'A' }] },
        undefined,
        'en',
      );
      expect(json<{ fields: Record<string, string> }>(answer).fields).toEqual({
        '/definition/formElements/0/type': expect.stringMatching(/^"holo" is not possible here/),
      });
    });
  });
});
