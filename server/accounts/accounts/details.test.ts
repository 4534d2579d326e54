import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '#server/testing/testDatabase.ts';
import { addAccount, json, startTestServer, webKeys } from '#server/testing/testServer.ts';

const details = {
  name: 'Aydın & Kollegen Rechtsanwälte',
  shortName: 'Aydın & Kollegen',
  street: 'Hafenstraße 7',
  postalCode: '20459',
  city: 'Hamburg',
  phone: '040 123456',
  fax: '040 123457',
  website: 'https://aydin-kollegen.example/',
  openingHours: { de: 'Mo–Fr 9–17 Uhr\nSa nach Vereinbarung', en: 'Mon–Fri 9 am to 5 pm' },
};

describeOnEachDatabase('details of a provider', (open) => {
  it('A provider sets its own name and address, and keeps its opening hours until it removes them', async () => {
    const server = await startTestServer({ open });
    const { accountId, apiKey } = await addAccount(server);
    const other = await addAccount(server);
    const call = (method: 'GET' | 'PUT', key: string, payload?: object) =>
      server.app.inject({
        method,
        url: '/provider/v1/details',
        headers: { 'x-api-key': key },
        ...(payload ? { payload } : {}),
      });
    expect((await call('PUT', apiKey, details)).statusCode).toBe(200);
    expect(json(await call('GET', apiKey))).toEqual(details);
    expect(json(await call('GET', other.apiKey))).toMatchObject({ name: 'Kanzlei Test' });
    const url = `/api/account/${accountId}/publicinfo`;
    expect(json(await server.app.inject({ url, headers: webKeys }))).toMatchObject({
      accountName: details.name,
      accountShortName: details.shortName,
      contact: {
        city: 'Hamburg',
        contact: details.phone,
        website: details.website,
        openingHours: details.openingHours,
      },
    });
    for (const right of [
      { website: '', phone: '', fax: '' },
      { website: 'http://münchner-kanzlei.example:8443/team?a=1#b' },
      { phone: '+49 (0)40 / 123-45.6' },
    ])
      expect((await call('PUT', apiKey, { ...details, ...right })).statusCode).toBe(200);
    for (const wrong of [
      { website: 'https://kanzlei' },
      { website: 'https://a@kanzlei.example' },
      { website: 'kanzlei.example' },
      { phone: 'auf Anfrage' },
      { fax: '+' },
      { website: 'javascript:alert(1)' },
      { name: ' ' },
      { city: 7 },
      { openingHours: 'x'.repeat(501) },
      { openingHours: { en: 'Mon–Fri' } },
    ])
      expect((await call('PUT', apiKey, { ...details, ...wrong })).statusCode).toBe(400);
    const refused = async (language: string) =>
      json(
        await server.app.inject({
          method: 'PUT',
          url: '/provider/v1/details',
          headers: { 'x-api-key': apiKey, 'accept-language': language },
          payload: { ...details, website: 'https://kanzlei' },
        }),
      )['fields'];
    expect(await refused('de')).toEqual({
      '/website': expect.stringContaining('https://www.kanzlei.example'),
    });
    expect(await refused('en')).toEqual({
      '/website': expect.stringMatching(/^This value .* https:\/\/www\.kanzlei\.example/),
    });
    const { openingHours: _, ...withoutHours } = details;
    for (const none of [null, '']) {
      const moved = { ...withoutHours, city: 'Kiel' };
      expect(json(await call('PUT', apiKey, moved))).toEqual({ ...details, city: 'Kiel' });
      expect(json(await call('GET', apiKey))).toEqual({ ...details, city: 'Kiel' });
      const cleared = await call('PUT', apiKey, { ...details, openingHours: none });
      expect(json(cleared)).toEqual(withoutHours);
      expect(json(await call('GET', apiKey))).toEqual(withoutHours);
      expect(json(await call('PUT', apiKey, withoutHours))).toEqual(withoutHours);
      expect((await call('PUT', apiKey, details)).statusCode).toBe(200);
    }
    const pasted = `\u200B${details.website}\u200Bteam\u00AD `;
    expect((await call('PUT', apiKey, { ...details, website: pasted })).statusCode).toBe(200);
    expect(json(await call('GET', apiKey))).toMatchObject({ website: `${details.website}team` });
    await server.close();
  });
});
