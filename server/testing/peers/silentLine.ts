import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * Creates a proxy to a database that can fall silent like a firewall: open connections transfer
 * nothing and are not closed. New connections work.
 */
export async function openSilentLine(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const between = new Set<Socket>();
  let awaitsCommit = false;
  let mustBreak = false;
  const proxy = createServer((socket) => {
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const)
      from
        .on('error', () => to.destroy())
        .on('close', () => to.destroy())
        .pipe(to);
    socket.prependListener('data', (bytes: Buffer) => {
      mustBreak = awaitsCommit && bytes.includes('commit');
    });
    upstream.prependListener('data', () => {
      if (mustBreak) socket.destroy();
      awaitsCommit &&= !mustBreak;
    });
    between.add(socket).add(upstream);
  });
  async function open(port = 0): Promise<void> {
    proxy.listen(port, '127.0.0.1');
    await once(proxy, 'listening');
  }
  await open();
  const { port: ownPort } = proxy.address() as AddressInfo;
  return {
    url: Object.assign(new URL(databaseUrl), {
      hostname: '127.0.0.1',
      port: ownPort,
    }),
    fallSilent() {
      for (const socket of between) socket.unpipe().pause();
    },
    /** Breaks one connection after its next commit, before the answer arrives. */
    breakAtNextCommit() {
      awaitsCommit = true;
    },
    /** Accepts connections again after `close`. */
    open: () => open(ownPort),
    close() {
      for (const socket of between) socket.destroy();
      proxy.close();
    },
  };
}
