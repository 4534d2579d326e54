import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { WebhookFailure } from '#schemas/mail/webhooks.ts';
import { webhookCallLimits } from '#server/ports/limits.ts';

/** A range such as 10.0.0.0/8. */
export type AddressRange = ReturnType<typeof ipaddr.parseCIDR>;

export type WebhookCall = {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
};

/** Outcome of a call. `reason` is null for a status of 2xx alone. */
export type WebhookAnswer = {
  status: number | null;
  durationMs: number;
  reason: WebhookFailure | null;
};

/** Calls addresses that providers chose, or browsers for their push service. */
export type WebhookCaller = {
  /** Sends a POST once. Never throws. */
  call(call: WebhookCall): Promise<WebhookAnswer>;
  /** Returns false for an address that is refused without a look-up. */
  isAllowed(url: string): boolean;
};

/** An address of a private, reserved or tunnelled range. */
class AddressNotAllowed extends Error {}

/** Reads ranges that are separated by commas. Throws for anything else. */
export const parseRanges = (text: string): AddressRange[] =>
  text.split(',').map((range) => ipaddr.parseCIDR(range.trim()));

/** Unicast addresses are those of the internet: neither private nor reserved nor of a tunnel. */
function isAllowedAddress(address: string, { protocol }: URL, ranges: readonly AddressRange[]) {
  const parsed = ipaddr.process(address);
  const isListed = ranges.some(
    ([range, bits]) => range.kind() === parsed.kind() && parsed.match(range, bits),
  );
  return isListed || (protocol === 'https:' && parsed.range() === 'unicast');
}

const getHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/**
 * Looks up a host for a socket and refuses it if one of its addresses is not allowed. The socket
 * gets these addresses, so a name cannot change between check and connection (DNS rebinding).
 */
const createLookup =
  (url: URL, ranges: readonly AddressRange[], lookup: typeof systemLookup): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error, '', 0);
      if (!addresses.every(({ address }) => isAllowedAddress(address, url, ranges)))
        return callback(new AddressNotAllowed(hostname), '', 0);
      if (options.all) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };

function explain(error: unknown, isTimeout: boolean): WebhookFailure {
  if (isTimeout) return 'timeout';
  if (error instanceof AddressNotAllowed) return 'addressNotAllowed';
  const { code = '' } = error as { code?: string };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'hostUnknown';
  return /CERT|SIGNATURE|SELF_SIGNED|ALTNAME|SSL|TLS/.test(code) ? 'certificate' : 'connection';
}

function explainStatus(status: number): WebhookFailure | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

/** Resolves with the status. The body of the answer is not read. */
const send = (url: URL, options: RequestOptions, body: WebhookCall['body']): Promise<number> =>
  new Promise((resolve, reject) => {
    const sending = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options);
    sending.on('response', ({ statusCode = 0 }) => {
      resolve(statusCode);
      sending.destroy();
    });
    sending.on('error', reject);
    sending.end(body);
  });

type CallerOptions = {
  /** private ranges that may be called, also over http */
  privateRanges: readonly AddressRange[];
  timeoutMs?: number;
  lookup?: typeof systemLookup;
  /** aborts running calls when the server stops */
  stopping?: AbortSignal | undefined;
};

/** Creates a caller with a connection per call. It follows no redirect. */
export function createWebhookCaller({
  privateRanges,
  timeoutMs = webhookCallLimits.timeoutMs,
  lookup = systemLookup,
  stopping,
}: CallerOptions): WebhookCaller {
  const isAllowed = (url: URL): boolean => {
    if (url.username !== '' || url.password !== '') return false;
    if (isIP(getHost(url)) > 0) return isAllowedAddress(getHost(url), url, privateRanges);
    return url.protocol === 'https:' || privateRanges.length > 0;
  };

  async function call({ url: address, headers, body }: WebhookCall): Promise<WebhookAnswer> {
    const url = new URL(address);
    const timeout = AbortSignal.timeout(timeoutMs);
    const startedAt = performance.now();
    const finish = (status: number | null, reason: WebhookFailure | null): WebhookAnswer => ({
      status,
      reason,
      durationMs: Math.round(performance.now() - startedAt),
    });
    if (!isAllowed(url)) return finish(null, 'addressNotAllowed');
    try {
      const status = await send(
        url,
        {
          method: 'POST',
          headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
          agent: false,
          lookup: createLookup(url, privateRanges, lookup),
          signal: AbortSignal.any([timeout, ...(stopping ? [stopping] : [])]),
        },
        body,
      );
      return finish(status, explainStatus(status));
    } catch (error) {
      return finish(null, explain(error, timeout.aborted));
    }
  }

  return { call, isAllowed: (url) => URL.canParse(url) && isAllowed(new URL(url)) };
}
