// @vitest-environment jsdom
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PortalEvent } from '#schemas/events/events.ts';
import { createFakeLocks } from '#src/engine/testing/fakeLocks.ts';
import { shareEvents } from './sharedEvents.ts';

vi.mock('#src/api/client/call.ts', async (load) => ({
  ...(await load<typeof import('#src/api/client/call.ts')>()),
  buildUrl: ({ endpoint: { path } }: { endpoint: { path: string } }) => address + path,
  call: async (_: unknown, transport: (headers: object) => Promise<{ body: unknown }>) => ({
    data: (await transport({})).body,
  }),
}));

let address: string;
let server: ReturnType<typeof createServer>;
let streams: { headers: IncomingHttpHeaders; response: ServerResponse; isOpen: boolean }[];
let tabs: AbortController[];
let tests = 0;
let userId: string;
beforeEach(async () => {
  streams = [];
  tabs = [];
  userId = `user-${++tests}`;
  Object.defineProperty(navigator, 'locks', { value: createFakeLocks(), configurable: true });
  server = createServer(({ headers }, response) => {
    const stream = { headers, response, isOpen: true };
    streams.push(stream);
    response.on('close', () => {
      stream.isOpen = false;
    });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (headers['last-event-id'] === undefined)
      response.write('id: 7\nevent: open\ndata: null\n\n');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  tabs.forEach((tab) => tab.abort());
  server.closeAllConnections();
  server.close();
});

type Tab = { heard: number[]; resets: number; close: () => void };

/** Opens a tab whose data contains the events up to this id; undefined if that is unknown. */
function openTab(after?: number): Tab {
  const page = new AbortController();
  tabs.push(page);
  const tab: Tab = { heard: [], resets: 0, close: () => page.abort() };
  void shareEvents(
    userId,
    {
      after,
      onEvents: (events) => tab.heard.push(...events.map(({ id }) => id)),
      onReset: () => {
        tab.resets += 1;
      },
    },
    page.signal,
  );
  return tab;
}

const event = (id: number): PortalEvent => ({
  id,
  type: 'messageCreated',
  accountId: 'a',
  akteIdHash: 'c',
  folderId: null,
  messageId: `m${id}`,
});
const happen = (id: number) =>
  streams
    .filter(({ isOpen }) => isOpen)
    .forEach(({ response }) =>
      response.write(`id: ${id}\nevent: change\ndata: ${JSON.stringify(event(id))}\n\n`),
    );

describe('events in several tabs', () => {
  it('One connection delivers each event once to every tab', async () => {
    const [first, second, third] = [openTab(), openTab(), openTab()];
    await expect.poll(() => first.resets).toBe(1);
    happen(8);
    happen(9);
    await expect
      .poll(() => [first.heard, second.heard, third.heard])
      .toEqual([
        [8, 9],
        [8, 9],
        [8, 9],
      ]);
    expect(streams).toHaveLength(1);
  });

  it('The next tab continues at the last event when the first one is closed', async () => {
    const first = openTab();
    const second = openTab();
    await expect.poll(() => first.resets).toBe(1);
    happen(8);
    await expect.poll(() => second.heard).toEqual([8]);
    const resets = second.resets;
    first.close();
    await expect.poll(() => streams[1]?.headers['last-event-id']).toBe('8');
    happen(9);
    await expect.poll(() => second.heard).toEqual([8, 9]);
    expect([first.heard, second.resets]).toEqual([[8], resets]);
  });

  it('A tab that was frozen resets when it becomes visible', async () => {
    const first = openTab();
    const second = openTab();
    await expect.poll(() => first.resets).toBe(1);
    happen(8);
    await expect.poll(() => second.heard).toEqual([8]);
    const asleep = vi
      .spyOn(BroadcastChannel.prototype, 'postMessage')
      .mockImplementation(() => undefined);
    happen(9);
    await expect.poll(() => first.heard).toEqual([8, 9]);
    asleep.mockRestore();
    const { resets } = second;
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(() => second.resets).toBe(resets + 1);
  });

  it('A tab that was frozen resets at the next event', async () => {
    const first = openTab();
    const second = openTab();
    await expect.poll(() => first.resets).toBe(1);
    happen(8);
    await expect.poll(() => second.heard).toEqual([8]);
    const asleep = vi
      .spyOn(BroadcastChannel.prototype, 'postMessage')
      .mockImplementation(() => undefined);
    happen(9);
    await expect.poll(() => first.heard).toEqual([8, 9]);
    asleep.mockRestore();
    const { resets } = second;
    happen(10);
    await expect.poll(() => [second.heard, second.resets]).toEqual([[8, 10], resets + 1]);
  });

  it('A page that came with its data starts after its newest event, and loads nothing twice', async () => {
    const first = openTab(5);
    await expect.poll(() => streams[0]?.headers['last-event-id']).toBe('5');
    happen(6);
    await expect.poll(() => first.heard).toEqual([6]);
    expect(first.resets).toBe(0);
  });

  it('A second page resets at once if the first tab has got an event since its document', async () => {
    const first = openTab();
    await expect.poll(() => first.resets).toBe(1);
    const [late, upToDate] = [openTab(6), openTab(7)];
    await expect.poll(() => late.resets).toBe(1);
    happen(8);
    await expect.poll(() => [late.heard, upToDate.heard]).toEqual([[8], [8]]);
    expect([late.resets, upToDate.resets]).toEqual([1, 0]);
  });

  it('Events reach only the tabs of their user', async () => {
    const first = openTab();
    await expect.poll(() => first.resets).toBe(1);
    userId += '-other';
    const other = openTab();
    await expect.poll(() => other.resets).toBe(1);
    streams[0]?.response.write(`id: 8\nevent: change\ndata: ${JSON.stringify(event(8))}\n\n`);
    await expect.poll(() => first.heard).toEqual([8]);
    expect(other.heard).toEqual([]);
  });
});
