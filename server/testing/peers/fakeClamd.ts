import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { eicar } from '#server/ports/virusScan.ts';

const command = 'zINSTREAM\0';
const headBytes = 1_000;

function judge(head: string): string {
  if (head.includes(eicar.toString('latin1'))) return 'Eicar-Signature FOUND';
  return head.startsWith('PK') ? 'Heuristics.Encrypted.Zip FOUND' : 'OK';
}

/** Starts a scanner, by default with right settings. It never answers for a text with `hang`. */
export async function startFakeClamd(getVerdict: (head: string) => string = judge) {
  const sockets = new Set<Socket>();
  let hanging = 0;
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    let pending: Buffer = Buffer.alloc(0);
    let isStarted = false;
    let head = '';
    socket.on('data', (bytes: Buffer) => {
      pending = Buffer.concat([pending, bytes]);
      if (!isStarted && pending.length >= command.length) {
        pending = pending.subarray(command.length);
        isStarted = true;
      }
      while (isStarted && pending.length >= 4) {
        const length = pending.readUInt32BE();
        if (pending.length < 4 + length) return;
        if (head.length < headBytes) head += pending.toString('latin1', 4, 4 + length);
        pending = pending.subarray(4 + length);
        if (length > 0) continue;
        if (head.includes('hang')) hanging += 1;
        else socket.end(`stream: ${getVerdict(head)}\0`);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    countHanging: () => hanging,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
