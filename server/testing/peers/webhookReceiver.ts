import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ProgramEvent } from '#schemas/events/programEvents.ts';

export type Received = {
  id: string;
  headers: IncomingMessage['headers'];
  body: string;
  event: ProgramEvent;
};

/** Answers a call: with a status, or not at all. */
export type Behaviour = (received: Received, reply: ServerResponse) => number | 'hang';

/** Computes a signature by Standard Webhooks, without the code of the server. */
export const computeSignature = (secret: string, id: string, at: string, body: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${id}.${at}.${body}`)
    .digest('base64')}`;

/** Starts a program that receives webhooks at 127.0.0.1. */
export async function startWebhookReceiver(behave: Behaviour = () => 204) {
  let current = behave;
  const received: Received[] = [];
  /** those that were answered with 2xx */
  const taken: Received[] = [];
  const server = createServer((request, reply) => {
    void text(request).then((body) => {
      const one = {
        id: String(request.headers['webhook-id']),
        headers: request.headers,
        body,
        event: JSON.parse(body) as ProgramEvent,
      };
      received.push(one);
      const status = current(one, reply);
      if (status === 'hang') return;
      if (status < 300) taken.push(one);
      reply.writeHead(status).end('an answer that nobody reads');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    taken,
    behave: (next: Behaviour) => void (current = next),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;
