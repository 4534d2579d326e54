import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AccountPublicInfo } from '#schemas/accounts/accounts.ts';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import { hashOfText } from '#server/db/hash.ts';
import { startPractice } from '#server/testing/testCases.ts';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import {
  addAccount,
  addUser,
  json,
  publish,
  signIn,
  startTestServer,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';

describeOnEachDatabase('an account', (open) => {
  let server: TestServer;
  let account: { accountId: string; apiKey: string };
  beforeEach(async () => {
    server = await startTestServer({ open });
    account = await addAccount(server, { uniqueKey: 'kanzlei-test', terms: '## Regeln' });
  });
  afterEach(() => server.close());
  const get = (path: string) => server.app.inject({ url: `/api${path}`, headers: webKeys });

  it('The public data of an account contains its forms', async () => {
    const { processGuid } = await publish(server, account.apiKey, {
      title: { de: 'Rückruf', en: 'Call back' },
      description: 'Wir rufen an.',
      formElements: [{ id: 'a', type: 'input', label: 'A' }],
    });
    expect(json(await get(`/account/${account.accountId}/publicinfo`))).toMatchObject({
      accountId: account.accountId,
      accountName: 'Kanzlei Test',
      accountUniqueKey: 'kanzlei-test',
      uniqueAccountKey: 'kanzlei-test',
      primaryColor: '#7d1f3f',
      primaryLogoUrl: null,
      esyThingAgb: '## Regeln',
      terms: '## Regeln',
      esyThingDatenschutz: null,
      privacy: null,
      contact: { city: 'Hamburg' },
      assistants: [
        {
          name: 'Rückruf',
          description: 'Wir rufen an.',
          url: `http://localhost:8080/externalform/${processGuid}`,
          headerLogoUrl: null,
          isMainService: true,
        },
      ],
    });
  });

  it('The public data contains the published form, not the draft', async () => {
    const definition = {
      title: 'Erste Fassung',
      description: 'Eins',
      formElements: [{ id: 'a', type: 'input', label: 'A' }],
    };
    const { formId } = await publish(server, account.apiKey, definition);
    const call = (method: 'PUT' | 'POST', path: string, payload?: object) =>
      server.app.inject({
        method,
        url: `/provider/v1/forms/${formId}${path}`,
        headers: { 'x-api-key': account.apiKey },
        ...(payload ? { payload } : {}),
      });
    const shown = async () =>
      json<{ assistants: unknown[] }>(await get(`/account/${account.accountId}/publicinfo`))
        .assistants;
    await call('PUT', '', {
      definition: { ...definition, title: 'Geheimer Entwurf', description: 'Zwei' },
    });
    expect(await shown()).toMatchObject([{ name: 'Erste Fassung', description: 'Eins' }]);
    await call('POST', '/publish');
    expect(await shown()).toMatchObject([{ name: 'Geheimer Entwurf', description: 'Zwei' }]);
  });

  it('An account can disable the dashboard and use an external public page', async () => {
    const { id } = await addUser(server, [account.accountId]);
    const headers = await signIn(server, id);
    const call = (method: 'GET' | 'PUT', path: string, payload?: object) =>
      server.app.inject({
        method,
        url: `/provider/v1/${path}`,
        headers: { 'x-api-key': account.apiKey },
        ...(payload ? { payload } : {}),
      });
    const shown = async () => [
      json<{ accounts: { isDashboardDisabled: boolean }[] }>(
        await server.app.inject({ url: '/api/v2.0/accounts', headers }),
      ).accounts[0]?.isDashboardDisabled,
      json(await get(`/account/${account.accountId}/publicinfo`))['publicPageElsewhere'],
    ];
    expect(json(await call('GET', 'pages'))).toEqual({
      isDashboardDisabled: false,
      publicPageElsewhere: null,
    });
    expect(await shown()).toEqual([false, null]);

    const pages = {
      isDashboardDisabled: true,
      publicPageElsewhere: 'https://kanzlei.example/willkommen',
    };
    expect(json(await call('PUT', 'pages', pages))).toMatchObject({
      reason: 'invalidInput',
      fields: { '/publicPageElsewhere': expect.stringContaining('returnHosts') as string },
    });
    await call('PUT', 'returnHosts', { hosts: ['kanzlei.example'] });
    for (const publicPageElsewhere of [
      'http://kanzlei.example/',
      'javascript:alert(1)',
      'https://kanzlei.example@evil.example/',
    ]) {
      expect((await call('PUT', 'pages', { ...pages, publicPageElsewhere })).statusCode).toBe(400);
    }
    expect(json(await call('PUT', 'pages', pages))).toEqual(pages);
    expect(json(await call('GET', 'pages'))).toEqual(pages);
    expect(await shown()).toEqual([true, 'https://kanzlei.example/willkommen']);

    await call('PUT', 'returnHosts', { hosts: [] });
    expect(await shown()).toEqual([true, null]);
  });

  it('A client sees the account’s areas, cases, unread messages and feedback form', async () => {
    const { accountId, apiKey, userId, headers, provider } = await startPractice(server);
    const caseId = (await provider.openCase({ header: 'Brandt', userIds: [userId] })).caseId;
    await provider.openCase({ header: 'Brandt II', userIds: [userId] });
    await provider.openCase({ header: 'Fremd', userIds: [] });
    await provider.write(caseId);
    const { formId, processGuid } = await publish(server, apiKey, {
      title: 'Rückmeldung',
      formElements: [{ id: 'a', type: 'input', label: 'A' }],
    });
    const shown = async () =>
      json<{ accounts: object[] }>(await server.app.inject({ url: '/api/v2.0/accounts', headers }))
        .accounts[0];
    expect(await shown()).toMatchObject({
      caseCount: 2,
      totalUnreadMessage: 1,
      categories: [],
      feedbackUrl: null,
      assistants: [{ name: 'Rückmeldung' }],
    });

    const profile = {
      categories: ['Verkehrsrecht', 'Bußgeld'],
      feedbackFormId: formId,
      mainServiceFormId: null,
    };
    expect(json(await provider.call('PUT', '/profile', profile))).toEqual(profile);
    expect(json(await provider.call('GET', '/profile'))).toEqual(profile);
    expect(await shown()).toMatchObject({
      categories: profile.categories,
      feedbackUrl: `http://localhost:8080/externalform/${processGuid}`,
      assistants: [],
    });
    expect(json(await get(`/account/${accountId}/publicinfo`))).toMatchObject({ assistants: [] });
    await provider.call('POST', `/forms/${formId}/withdraw`);
    expect(await shown()).toMatchObject({ feedbackUrl: null });
    expect(
      json(await provider.call('PUT', '/profile', { ...profile, categories: [' '] })),
    ).toMatchObject({ fields: { '/categories/0': expect.any(String) as string } });
  });

  it('The names of forms are in the language of the caller', async () => {
    const form = (title: object | string, description?: object | string) =>
      publish(server, account.apiKey, {
        title,
        ...(description ? { description } : {}),
        formElements: [{ id: 'a', type: 'input', label: 'A' }],
      } as FormDefinition);
    await form({ de: 'Rückruf', en: 'Call back' }, { de: 'Wir rufen an.', en: 'We call you.' });
    server.clock.forward(1_000);
    await form('Nur deutsch');
    const { id: userId } = await addUser(server, [account.accountId]);
    const listNames = async (language: string) => {
      const headers = { ...(await signIn(server, userId)), 'accept-language': language };
      const load = async (url: string) => json(await server.app.inject({ url, headers }));
      const info = await load(`/api/account/${account.accountId}/publicinfo`);
      const { accounts } = (await load('/api/v2.0/accounts')) as unknown as {
        accounts: AccountPublicInfo[];
      };
      return [info as unknown as AccountPublicInfo, ...accounts].map(({ assistants }) =>
        assistants.map(({ name, description }) => [name, description]),
      );
    };
    const english = [
      ['Call back', 'We call you.'],
      ['Nur deutsch', ''],
    ];
    const german = [
      ['Rückruf', 'Wir rufen an.'],
      ['Nur deutsch', ''],
    ];
    expect(await listNames('en-GB')).toEqual([english, english]);
    expect(await listNames('de')).toEqual([german, german]);
  });

  it('The main service is the declared form, else the oldest published one', async () => {
    const { accountId, apiKey } = await addAccount(server);
    const call = (method: 'GET' | 'PUT' | 'POST', path: string, payload?: object) =>
      server.app.inject({
        method,
        url: `/provider/v1/${path}`,
        headers: { 'x-api-key': apiKey },
        ...(payload ? { payload } : {}),
      });
    const form = (title: string) => {
      server.clock.forward(1_000);
      return publish(server, apiKey, {
        title,
        formElements: [{ id: 'a', type: 'input', label: 'A' }],
      });
    };
    const feedback = await form('Rückmeldung');
    await form('Erstes');
    const { formId } = await form('Zweites');
    const main = async () =>
      json<AccountPublicInfo>(await get(`/account/${accountId}/publicinfo`))
        .assistants.filter(({ isMainService }) => isMainService)
        .map(({ name }) => name);
    const say = (mainServiceFormId: string | null) =>
      call('PUT', 'profile', {
        categories: [],
        feedbackFormId: feedback.formId,
        mainServiceFormId,
      });
    await say(null);
    expect(await main()).toEqual(['Erstes']);
    await say(formId);
    expect(json(await call('GET', 'profile'))['mainServiceFormId']).toBe(formId);
    expect(await main()).toEqual(['Zweites']);
    await call('POST', `forms/${formId}/withdraw`);
    expect(await main()).toEqual(['Erstes']);
    expect((await say('nobody-has-this')).statusCode).toBe(404);
  });

  it('An account is found by its public key', async () => {
    expect(json(await get('/account/uniqueAccountKey/kanzlei-test'))).toEqual({
      accountId: account.accountId,
    });
    expect((await get('/account/uniqueAccountKey/nobody')).statusCode).toBe(404);
  });

  it('An account without privacy notice or logo gets 404 for them', async () => {
    const prefix = `/v2.0/e.consult.${account.accountId}`;
    expect(json(await get(`${prefix}/account/agb?resultType=stream`))).toEqual({
      agb: '## Regeln',
      hash: hashOfText('## Regeln'),
    });
    for (const path of ['/account/datenschutz', '/accounts/logo', '/accounts/secondarylogo'])
      expect((await get(prefix + path)).statusCode).toBe(404);
  });
});
