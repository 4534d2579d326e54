import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

const bytesPerSecond = 6 * 1024 * 1024;

/** A way to a server that is slow, counts what goes to it, and can be cut. */
export class SlowNetwork {
  sentBytes = 0;
  private readonly sockets = new Set<Socket>();
  private isCut = false;

  private constructor(private readonly server: Server) {}

  static async to(port: number): Promise<SlowNetwork> {
    const server = createServer();
    const network = new SlowNetwork(server);
    server.on('connection', (socket) => network.carry(socket, port));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return network;
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  private carry(near: Socket, port: number): void {
    if (this.isCut) return void near.destroy();
    const far = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          this.sockets.delete(socket);
          other.destroy();
        });
    }
    const slowly = new Transform({
      highWaterMark: 64 * 1024,
      transform: (chunk: Buffer, _encoding, done) => {
        this.sentBytes += chunk.length;
        setTimeout(() => done(null, chunk), (chunk.length / bytesPerSecond) * 1000);
      },
    });
    near.pipe(slowly).pipe(far);
    far.pipe(near);
  }

  /** All connections break off, and no new one comes about. */
  cut(): void {
    this.isCut = true;
    this.sockets.forEach((socket) => socket.destroy());
  }

  mend(): void {
    this.isCut = false;
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }
}
