import { describe, expect, it } from 'vitest';
import type { FormDefinition } from '#schemas/forms/forms.ts';
import { addAccount, json, startTestServer, webKeys } from '#server/testing/testServer.ts';

const definition: FormDefinition = {
  title: { de: 'Unfall melden', en: 'Report an accident' },
  showAgb: true,
  resultText: 'Danke!',
  returnUrl: 'https://kanzlei.example/danke',
  formElements: [
    { id: 'name', type: 'input', label: 'Name', required: true },
    { id: 'injured', type: 'checkbox', label: 'Verletzt?' },
    {
      id: 'who',
      type: 'input',
      label: 'Wer?',
      required: true,
      visibleWhen: { element: 'injured', equals: true },
    },
    { id: 'damage', type: 'number', label: 'Schaden', min: 0 },
    { id: 'photos', type: 'file', label: 'Fotos', maxSizeMb: 1, extensions: ['jpg', 'pdf'] },
  ],
};

describe('opening a form', () => {
  it('An unknown key and a draft both get 404', async () => {
    const server = await startTestServer();
    const { apiKey } = await addAccount(server);
    const draft = await server.app.inject({
      method: 'POST',
      url: '/provider/v1/forms',
      headers: { 'x-api-key': apiKey },
      payload: { definition },
    });
    const open = async (key: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/authenticate/adhoc/workflow',
        headers: webKeys,
        payload: { key },
      });
    const [unknown, unpublished] = [
      await open('nobody-knows-this'),
      await open(json<{ processGuid: string }>(draft).processGuid),
    ];
    expect([unknown.statusCode, unpublished.statusCode]).toEqual([404, 404]);
    expect({ ...json(unknown), requestId: '' }).toEqual({ ...json(unpublished), requestId: '' });
    await server.close();
  });
});
