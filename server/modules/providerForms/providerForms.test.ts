import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProviderForm } from '#schemas/providerForms.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addAccount, json, startTestServer, type TestServer } from '#server/testing/testServer.ts';

const name = { id: 'name', type: 'input', label: 'Name' };
const sound = { title: 'Rückruf', formElements: [name] };

describeOnEachDatabase('a provider', (open) => {
  let server: TestServer;
  let headers: Record<string, string>;
  beforeEach(async () => {
    server = await startTestServer({ open });
    headers = { 'x-api-key': (await addAccount(server)).apiKey };
  });
  afterEach(() => server.close());

  const create = (definition: unknown, key?: string, language = 'de') =>
    server.app.inject({ method: 'POST', url: '/provider/v1/forms', headers: { ...headers, 'accept-language': language, ...(key ? { 'idempotency-key': key } : {}) }, payload: { definition } });
  const publish = (formId: string) => server.app.inject({ method: 'POST', url: `/provider/v1/forms/${formId}/publish`, headers });
  const list = async (query = '') => json<{ items: ProviderForm[]; cursor?: string }>(await server.app.inject({ url: `/provider/v1/forms${query}`, headers }));

  it('writes a draft, publishes it, and gets the link', async () => {
    const draft = json<ProviderForm>(await create(sound));
    expect(draft).toMatchObject({ title: 'Rückruf', state: 'draft', revision: null, url: null });
    expect(json(await publish(draft.formId))).toMatchObject({ state: 'published', revision: 1, url: `http://localhost:8080/externalform/${draft.processGuid}` });
  });

  it('makes one revision however often the same draft is published', async () => {
    const { formId } = json<ProviderForm>(await create(sound));
    await Promise.all([publish(formId), publish(formId), publish(formId)]);
    expect(json(await publish(formId))['revision']).toBe(1);
  });

  it('creates once per key, also when asked at once, and not something else under the same key', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => create(sound, 'same')));
    expect(new Set(answers.map((answer) => json<ProviderForm>(answer).formId)).size).toBe(1);
    expect((await create({ ...sound, title: 'Anders' }, 'same')).statusCode).toBe(409);
    expect((await list()).items).toHaveLength(1);
  });

  it('pages through its forms, newest first, each once', async () => {
    for (let index = 0; index < 5; index += 1) {
      await create({ ...sound, title: `Formular ${index}` });
      server.clock.forward(1_000);
    }
    const first = await list('?limit=2');
    const second = await list(`?limit=2&cursor=${first.cursor}`);
    const third = await list(`?limit=2&cursor=${second.cursor}`);
    expect([first, second, third].map(({ items }) => items.map(({ title }) => title))).toEqual([['Formular 4', 'Formular 3'], ['Formular 2', 'Formular 1'], ['Formular 0']]);
    expect(third.cursor).toBeUndefined();
    expect((await server.app.inject({ url: '/provider/v1/forms?cursor=nonsense', headers })).statusCode).toBe(400);
  });

  describe('is told what is wrong with a definition, at its place', () => {
    const wrong: [string, unknown, string, string][] = [
      ['an unknown type', { title: 'T', formElements: [{ id: 'a', type: 'holo', label: 'A' }] }, '/definition/formElements/0/type', 'Den Elementtyp „holo“ gibt es nicht.'],
      ['a misspelt setting', { title: 'T', formElements: [{ ...name, maxLenght: 5 }] }, '/definition/formElements/0/maxLenght', 'Dieses Feld kennen wir nicht.'],
      ['a setting of the wrong kind', { title: 'T', formElements: [{ ...name, maxLength: 'five' }] }, '/definition/formElements/0/maxLength', 'Hier erwarten wir eine Angabe der Art integer.'],
      ['the same id twice', { title: 'T', formElements: [name, name] }, '/definition/formElements/1/id', 'Die id „name“ gibt es schon.'],
      ['a missing title', { formElements: [name] }, '/definition/title', 'Bitte füllen Sie dieses Feld aus.'],
      ['a colour that is none', { ...sound, theme: { primaryColor: 'red' } }, '/definition/theme/primaryColor', 'Diese Angabe hat nicht die richtige Form.'],
      ['an address that runs something', { ...sound, returnUrl: 'javascript:alert(1)' }, '/definition/returnUrl', 'Diese Angabe hat nicht die richtige Form.'],
      ['an attachment of nobody', { ...sound, attachments: [{ id: 'unknown-file', fileName: 'a.pdf' }] }, '/definition/attachments/0/id', 'Diese Datei haben Sie nicht hochgeladen.'],
    ];
    it.each(wrong)('%s', async (_, definition, pointer, text) => {
      const answer = await create(definition);
      expect([answer.statusCode, json<{ fields: Record<string, string> }>(answer).fields[pointer]]).toEqual([400, text]);
    });

    it('in English, if that is asked for', async () => {
      const answer = await create({ title: 'T', formElements: [{ id: 'a', type: 'holo', label: 'A' }] }, undefined, 'en');
      expect(json<{ fields: Record<string, string> }>(answer).fields).toEqual({ '/definition/formElements/0/type': 'There is no element type "holo".' });
    });
  });
});
