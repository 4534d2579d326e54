import type { LookupAddress } from 'node:dns';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '#server/testing/peers/webhookReceiver.ts';
import { createWebhookCaller, parseRanges } from './webhookCaller.ts';

const local = parseRanges('127.0.0.1/32');

/** Resolves every name to these addresses, in place of the name servers. */
const resolveTo = (addresses: () => readonly string[]) =>
  ((_: string, __: object, callback: (error: null, found: LookupAddress[]) => void) =>
    callback(
      null,
      addresses().map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as NonNullable<Parameters<typeof createWebhookCaller>[0]['lookup']>;

const call = { headers: {}, body: '{}' };

describe('caller of webhooks', () => {
  let receiver: WebhookReceiver;
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
  });
  afterEach(() => receiver.close());

  it.each([
    'https://127.0.0.1/',
    'https://10.1.2.3/',
    'https://192.168.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://[::1]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::a00:1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'http://93.184.216.34/',
    'http://receiver.example/',
    'https://user:password@receiver.example/',
    'ftp://receiver.example/',
  ])('The address %s is refused without a look-up', async (url) => {
    const caller = createWebhookCaller({ privateRanges: [] });
    expect(caller.isAllowed(url)).toBe(false);
    expect(await caller.call({ ...call, url })).toMatchObject({
      status: null,
      reason: 'addressNotAllowed',
    });
  });

  it('An address of the internet is allowed over https', () => {
    const { isAllowed } = createWebhookCaller({ privateRanges: [] });
    expect(isAllowed('https://93.184.216.34/')).toBe(true);
    expect(isAllowed('https://receiver.example:8443/hook')).toBe(true);
  });

  it('A name whose address becomes private is refused at the next connection', async () => {
    let addresses = ['127.0.0.1'];
    const lookup = resolveTo(() => addresses);
    const caller = createWebhookCaller({ privateRanges: local, lookup });
    const url = `http://receiver.example:${receiver.port}/`;
    expect(await caller.call({ ...call, url })).toMatchObject({ status: 204, reason: null });
    for (addresses of [['127.0.0.2'], ['10.0.0.1'], ['127.0.0.1', '10.0.0.1'], ['::1']])
      expect(await caller.call({ ...call, url })).toMatchObject({
        status: null,
        reason: 'addressNotAllowed',
      });
    expect(receiver.received).toHaveLength(1);
  });

  it('A redirect is not followed, and other statuses are failures', async () => {
    const caller = createWebhookCaller({ privateRanges: local });
    for (const [status, reason] of [
      [200, null],
      [299, null],
      [302, 'redirect'],
      [404, 'status'],
      [500, 'status'],
    ] as const) {
      receiver.behave((_, reply) => {
        reply.setHeader('location', receiver.url);
        return status;
      });
      expect(await caller.call({ ...call, url: receiver.url })).toMatchObject({ status, reason });
    }
    expect(receiver.received).toHaveLength(5);
  });

  it('A call without an answer ends in time, and one without a receiver at once', async () => {
    const caller = createWebhookCaller({ privateRanges: local, timeoutMs: 100 });
    receiver.behave(() => 'hang');
    expect(await caller.call({ ...call, url: receiver.url })).toMatchObject({
      status: null,
      reason: 'timeout',
    });
    await receiver.close();
    expect(await caller.call({ ...call, url: receiver.url })).toMatchObject({
      reason: 'connection',
    });
    receiver = await startWebhookReceiver();
    expect(
      await caller.call({ ...call, url: `https://127.0.0.1:${receiver.port}/` }),
    ).toMatchObject({ status: null, reason: expect.stringMatching(/certificate|connection/) });
  });
});
