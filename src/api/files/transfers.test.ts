import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { downloadFile } from '#schemas/files/files.ts';
import { getProcess } from '#schemas/forms/assistants.ts';
import { clientLimits } from '#schemas/platform/limits.ts';
import { callJson } from '#src/api/client/call.ts';
import { fetchBytes } from './files.ts';

vi.mock('#src/api/client/config.ts', () => ({
  readPublicConfig: async () => ({ applicationKey: 'app', apiKey: 'web' }),
}));

let server: Server;
let downloads: ServerResponse[];

beforeEach(async () => {
  downloads = [];
  server = createServer((request, response) => {
    if (!request.url?.includes('/files/download/')) return void response.end('{}');
    downloads.push(response);
    response.writeHead(200).write('first bytes'); // the rest takes its time
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.stubGlobal('location', {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  vi.unstubAllGlobals();
});

it('A call is answered while slow downloads fill their share of the connections', async () => {
  const { concurrentTransfers, concurrentCalls } = clientLimits;
  const running = Array.from({ length: concurrentCalls + 1 }, (_, index) =>
    fetchBytes(downloadFile, { id: String(index) }, { resultType: 'Stream' }),
  );
  await expect.poll(() => downloads.length).toBe(concurrentTransfers);
  expect(await callJson({ endpoint: getProcess, query: { workflowKey: 'w1' } })).toEqual({
    data: {},
  });
  for (let ended = 0; ended < running.length; ended += 1) {
    await expect.poll(() => downloads.length).toBeGreaterThan(ended);
    downloads[ended]?.end();
  }
  for (const blob of await Promise.all(running)) expect(await blob.text()).toBe('first bytes');
});
