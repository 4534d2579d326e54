import { once } from 'node:events';
import { createServer } from 'node:net';

/** Throws when a port is in use: a server left there would answer in place of a new one. */
export async function requireFreePort(port: number): Promise<void> {
  const probe = createServer().listen(port);
  await once(probe, 'listening').catch((cause: unknown) => {
    throw new Error(`Port ${port} is in use`, { cause });
  });
  probe.close();
  await once(probe, 'close');
}
