import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '#schemas/accounts/accounts.ts';
import type { UserSession } from '#schemas/access/sessions.ts';
import { findBrokenRule } from '#schemas/access/users.rules.ts';
import { invitationRateLimits } from '#server/access/limits.ts';
import { hashPassword } from '#server/security/passwords.ts';
import {
  addAccount,
  createBrowser,
  json,
  publish,
  startTestServer,
  visit,
  webKeys,
  type TestServer,
} from '#server/testing/testServer.ts';
import { makeDemoEnvironment } from './demoEnvironment.ts';
import { loadDemoWorld } from './demoWorld.ts';
import { registerDemoRoutes } from './routes.ts';

describe('the demo world', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer({ appOptions: { extend: registerDemoRoutes } });
    await loadDemoWorld(server.deps);
  });
  afterEach(() => server.close());

  const demo = async () =>
    json<{ providerApiKey: string; forms: { processGuid: string; title: string; pin?: string }[] }>(
      await server.app.inject('/dev/demo.json'),
    );

  it('Each of three demo providers has a published form that visitors can open', async () => {
    const forms = (await demo()).forms.slice(0, 3);
    expect(forms.map(({ title }) => title)).toEqual([
      'Verkehrsunfall melden',
      'Kündigung prüfen lassen',
      'Erstgespräch anfragen',
    ]);
    for (const { processGuid } of forms) {
      const { headers, workflowKey } = await visit(server, processGuid);
      expect(
        (
          await server.app.inject({
            url: `/api/assistants/process?workflowKey=${workflowKey}`,
            headers,
          })
        ).statusCode,
      ).toBe(200);
    }
  });

  it('No listed form is one that visitors cannot open', async () => {
    const listed = (await demo()).forms.map(({ processGuid }) => processGuid);
    const internal = await server.deps.db
      .selectFrom('forms')
      .select('processGuid')
      .where('visibility', '=', 'internal')
      .execute();
    expect(internal.length).toBeGreaterThan(0);
    expect(internal.filter(({ processGuid }) => listed.includes(processGuid))).toEqual([]);
  });

  it('The PIN of the demo form is valid again after a visitor has voided it', async () => {
    const login = async (password: string) => {
      const { processGuid } = (await demo()).forms[3] ?? {};
      return server.app.inject({
        method: 'POST',
        url: '/api/authenticate/adhoc/pin',
        headers: webKeys,
        payload: { key: processGuid, password, attempt: 1 },
      });
    };
    const pin = (await demo()).forms[3]?.pin ?? '';
    expect((await login(pin)).statusCode).toBe(200);
    const {
      forms: [, , , form],
    } = await demo();
    const wrong = {
      key: form?.processGuid,
      password: pin === '000000' ? '000001' : '000000',
      attempt: 1,
    };
    for (let count = 0; count < 6; count += 1)
      await server.app.inject({
        method: 'POST',
        url: '/api/authenticate/adhoc/pin',
        headers: webKeys,
        payload: wrong,
      });
    expect((await login(pin)).statusCode).toBe(200);
  });

  it('The demo page lists the forms of its own providers only', async () => {
    const { apiKey } = await addAccount(server);
    await publish(server, apiKey, {
      title: 'Fremd',
      formElements: [{ id: 'a', type: 'input', label: 'A' }],
    });
    expect((await demo()).forms.map(({ title }) => title)).not.toContain('Fremd');
  });

  it('The demo page lists its own forms first and keeps the PINs of others', async () => {
    const { providerApiKey: apiKey, forms } = await demo();
    const { formId, processGuid } = await publish(server, apiKey, {
      title: 'Neu',
      formElements: [{ id: 'a', type: 'input', label: 'A' }],
    });
    await server.app.inject({
      method: 'POST',
      url: `/provider/v1/forms/${formId}/pin`,
      headers: { 'x-api-key': apiKey },
      payload: { validMinutes: 1 },
    });
    server.clock.forward(2 * 60_000);
    expect((await demo()).forms).toEqual([
      ...forms,
      { processGuid: expect.any(String), title: 'Neu' },
    ]);
    const login = await server.app.inject({
      method: 'POST',
      url: '/api/authenticate/adhoc/pin',
      headers: webKeys,
      payload: { key: processGuid, password: '123456', attempt: 1 },
    });
    expect(json(login)).toMatchObject({ reason: 'pinVoid' });
  });

  it('The demo creates missing secrets and treats an empty variable as missing', () => {
    const folder = mkdtempSync(join(tmpdir(), 'formakte-demo-'));
    const made = makeDemoEnvironment({
      DATA_DIR: folder,
      AUTH_SECRET: '',
      WEB_API_KEY: ' ',
      WEB_APPLICATION_KEY: 'mine',
    });
    expect(made).toMatchObject({
      AUTH_SECRET: expect.stringMatching(/^.{32,}$/),
      WEB_API_KEY: expect.stringMatching(/^.{32,}$/),
      WEB_APPLICATION_KEY: 'mine',
    });
    expect(makeDemoEnvironment({ DATA_DIR: folder, WEB_APPLICATION_KEY: 'mine' })).toEqual(made);
    rmSync(folder, { recursive: true });
  });

  it('The demo describes itself to programs in the agreed format', async () => {
    expect(await demo()).toEqual({
      portalUrl: 'http://localhost:8080',
      providerApiKey: expect.stringMatching(/^fmk_/),
      otherProviderApiKey: expect.stringMatching(/^fmk_/),
      users: [
        { username: 'nora.brandt', password: expect.any(String), role: 'client' },
        { username: 'selin.aydin', password: expect.any(String), role: 'staff' },
        ...['jonas.wieland', 'mara.petersen'].map((username) => ({
          username,
          password: expect.any(String),
          role: 'client',
        })),
      ],
      forms: expect.any(Array),
      externalRequests: [
        {
          accountIdentity: 'aydin-kollegen',
          externalRequestKey: expect.any(String),
          url: expect.stringContaining('/page/aydin-kollegen/guidance/'),
        },
      ],
      invitations: [
        {
          hashUserKey: expect.stringMatching(/^[\w-]{43}$/),
          userStatus: 0,
          url: expect.stringMatching(/\/start\/[\w-]{43}$/),
        },
      ],
      outboxUrl: 'http://localhost:8080/dev/outbox.json',
    });
  });

  it('The demo has an open invitation with a readable PIN, renewed after use', async () => {
    const invitation = async () =>
      json<{ invitations: [{ hashUserKey: string; url: string }] }>(
        await server.app.inject('/dev/demo.json'),
      ).invitations[0];
    const first = await invitation();
    expect(await invitation()).toEqual(first);
    const browser = createBrowser(server);
    expect(
      (await browser.get(`/v2.0/authenticate/adhoc/pin/${first.hashUserKey}`)).statusCode,
    ).toBe(200);
    const { body: page } = await server.app.inject('/dev');
    expect(page).toContain(`<a href="${first.url}">${first.url}</a>`);
    const password = /^\d{6}$/m.exec(page)?.[0] ?? '';
    expect(
      (await browser.post('/v2.0/authenticate/adhoc', { key: first.hashUserKey, password }))
        .statusCode,
    ).toBe(200);
    await server.deps.db
      .updateTable('users')
      .set({ status: 1 })
      .where('lastName', '=', 'Castillo')
      .execute();
    const second = await invitation();
    expect(second.hashUserKey).not.toBe(first.hashUserKey);
    expect(
      (
        await server.app.inject({
          url: `/api/v2.0/user/${second.hashUserKey}/metadata`,
          headers: webKeys,
        })
      ).statusCode,
    ).toBe(200);
  });

  it('Reading the demo invitation keeps it, also after a provider’s invitation', async () => {
    const read = async () =>
      json<{ providerApiKey: string; invitations: { hashUserKey: string }[] }>(
        await server.app.inject('/dev/demo.json'),
      );
    const { providerApiKey } = await read();
    const { id } = await server.deps.db
      .selectFrom('users')
      .select('id')
      .where('lastName', '=', 'Castillo')
      .executeTakeFirstOrThrow();
    const provider = (method: 'POST' | 'DELETE') =>
      server.app.inject({
        method,
        url: `/provider/v1/users/${id}/invitations`,
        headers: { 'x-api-key': providerApiKey },
        ...(method === 'POST' ? { payload: {} } : {}),
      });
    const theirs = json<{ hashUserKey: string }>(await provider('POST')).hashUserKey;
    const after = await read();
    for (let count = 0; count <= invitationRateLimits.perHour; count += 1)
      expect(await read()).toEqual(after);
    const getStatus = async (key: string) =>
      (await server.app.inject({ url: `/api/v2.0/user/${key}/metadata`, headers: webKeys }))
        .statusCode;
    for (const key of [theirs, ...after.invitations.map(({ hashUserKey }) => hashUserKey)])
      expect(await getStatus(key)).toBe(200);
    for (let made = 0; made <= invitationRateLimits.perHour; made += 1) {
      await provider('DELETE');
      expect((await read()).invitations).toHaveLength(1);
    }
  });

  it('The first demo provider has a working API key', async () => {
    const { providerApiKey } = await demo();
    const forms = json<{ items: { title: string; visibility: string }[] }>(
      await server.app.inject({
        url: '/provider/v1/forms',
        headers: { 'x-api-key': providerApiKey },
      }),
    );
    expect(
      forms.items
        .filter(({ visibility }) => visibility === 'public')
        .map(({ title }) => title)
        .sort(),
      // The forms of tasks are internal.
    ).toEqual(['Bußgeldbescheid prüfen lassen', 'Rückmeldung geben', 'Verkehrsunfall melden']);
  });

  it('The demo uses all three visibilities, and its form with a PIN is unlisted', async () => {
    const forms = await server.deps.db
      .selectFrom('forms')
      .leftJoin('pins', (join) => join.on('pins.subject', '=', sql`'form:' || "forms"."id"`))
      .select(['forms.visibility', 'pins.subject'])
      .execute();
    expect([...new Set(forms.map(({ visibility }) => visibility))].sort()).toEqual([
      'internal',
      'public',
      'unlisted',
    ]);
    expect(
      forms.filter(({ subject }) => subject !== null).map(({ visibility }) => visibility),
    ).toEqual(['unlisted']);
  });

  it('The demo has one closed form, which says why and is marked on the overview', async () => {
    const { forms } = await demo();
    const [closed, ...others] = await Promise.all(
      forms
        .filter(({ pin }) => pin === undefined)
        .map(async ({ processGuid }) =>
          json(
            await server.app.inject({
              method: 'POST',
              url: '/api/authenticate/adhoc/workflow',
              headers: webKeys,
              payload: { key: processGuid },
            }),
          ),
        ),
    ).then((answers) => answers.filter(({ reason }) => reason === 'formClosed'));
    expect([closed?.['text'], others]).toMatchObject([
      { de: expect.stringContaining('Sprechstunde'), en: expect.stringContaining('open hour') },
      [],
    ]);
    const { body: page } = await server.app.inject('/dev');
    expect(page.match(/Zur offenen Sprechstunde anmelden<\/a>, geschlossen/g)).toHaveLength(1);
    expect(page.match(/geschlossen/g)).toHaveLength(1);
  });

  it('The demo case has open, answered and expired tasks with private forms', async () => {
    const { providerApiKey } = await demo();
    const { items } = json<{ items: { state: string; submissionId: string | null }[] }>(
      await server.app.inject({
        url: '/provider/v1/tasks',
        headers: { 'x-api-key': providerApiKey },
      }),
    );
    expect(items.map(({ state }) => state).sort()).toEqual(['answered', 'expired', 'open', 'open']);
  });

  it('A restart resets the changed password of the demo client', async () => {
    const {
      users: [user],
    } = json<{ users: [{ username: string; password: string }] }>(
      await server.app.inject('/dev/demo.json'),
    );
    expect(findBrokenRule(user.password, { username: user.username })).toBeUndefined();
    const login = () =>
      createBrowser(server).post('/authenticate/login', {
        Username: user.username,
        Password: user.password,
      });
    const { accessToken } = json<UserSession>(await login());
    const { accounts } = json<{ accounts: Account[] }>(
      await server.app.inject({
        url: '/api/v2.0/accounts',
        headers: { ...webKeys, authorization: `Bearer ${accessToken}` },
      }),
    );
    expect(accounts.map(({ name, isActivated }) => [name, isActivated])).toEqual([
      ['Aydın & Kollegen', true],
      ['Falkenried Rechtsanwälte', false],
    ]);
    await server.deps.db
      .updateTable('users')
      .set({ passwordHash: await hashPassword(server.deps, 'Etwas anderes 1') })
      .execute();
    expect((await login()).statusCode).toBe(401);
    await loadDemoWorld(server.deps);
    expect((await login()).statusCode).toBe(200);
  });

  it('The demo data is loaded once', async () => {
    const before = await demo();
    await loadDemoWorld(server.deps);
    expect(await demo()).toEqual(before);
  });

  it('The demo serves its logos and leaflets', async () => {
    const { forms } = await demo();
    const { headers, workflowKey } = await visit(server, forms[0]?.processGuid ?? '');
    const form = json<{ headerLogoUrl: string; attachments: { id: string; fileName: string }[] }>(
      await server.app.inject({
        url: `/api/assistants/process?workflowKey=${workflowKey}`,
        headers,
      }),
    );
    expect((await server.app.inject(form.headerLogoUrl)).headers['content-type']).toBe('image/png');
    expect(form.attachments.map(({ fileName }) => fileName)).toEqual([
      'Merkblatt Verkehrsunfall.pdf',
      'Vollmacht (Muster).pdf',
    ]);
    const leaflet = await server.app.inject({
      url: `/api/files/download/${form.attachments[0]?.id}`,
      headers,
    });
    expect(leaflet.body).toMatch(/^%PDF-1\.4/);
  });

  it('The demo routes do not exist in production', async () => {
    const production = await startTestServer({
      mode: 'production',
      env: { PUBLIC_URL: 'https://portal.example' },
    });
    for (const url of ['/dev', '/dev/demo.json', '/dev/outbox.json'])
      expect((await production.app.inject(url)).statusCode).toBe(404);
    await production.close();
  });

  it('The demo API requires the web client’s keys', async () => {
    const call = (headers: Record<string, string>) =>
      server.app.inject({ url: '/api/files/upload/info', headers });
    expect((await call({})).statusCode).toBe(401);
    expect((await call(webKeys)).statusCode).toBe(200);
  });
});
