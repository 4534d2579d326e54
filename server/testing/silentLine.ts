import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a database that can fall silent as a firewall makes it: what is open then brings nothing through, and nobody hangs up. New connections go through. */
export async function openSilentLine(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const between = new Set<Socket>();
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
    upstream.prependListener('data', () => {
      if (mustBreak) socket.destroy();
      mustBreak = false;
    });
    between.add(socket).add(upstream);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: Object.assign(new URL(databaseUrl), {
      hostname: '127.0.0.1',
      port: (proxy.address() as AddressInfo).port,
    }),
    fallSilent() {
      for (const socket of between) socket.unpipe().pause();
    },
    /** Once: what is asked for arrives, and the answer never does. */
    breakAtNextAnswer() {
      mustBreak = true;
    },
    close() {
      for (const socket of between) socket.destroy();
      proxy.close();
    },
  };
}
