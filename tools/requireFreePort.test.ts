import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { requireFreePort } from './requireFreePort.ts';

it.each(['127.0.0.1', '0.0.0.0'])('A port with a listener on %s is in use', async (host) => {
  const left = createServer().listen(0, host);
  await once(left, 'listening');
  const { port } = left.address() as AddressInfo;
  await expect(requireFreePort(port)).rejects.toThrow(`Port ${port} is in use`);
  left.close();
  await once(left, 'close');
  await requireFreePort(port);
});
