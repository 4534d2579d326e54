import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

const bytesPerSecond = 6 * 1024 * 1024;

/** A proxy that throttles uploads, counts their bytes and can be disconnected. */
export class SlowNetwork {
  sentBytes = 0;
  private readonly sockets = new Set<Socket>();
  private isDisconnected = false;

  private constructor(private readonly server: Server) {}

  static async connect(port: number): Promise<SlowNetwork> {
    const server = createServer();
    const network = new SlowNetwork(server);
    server.on('connection', (socket) => network.forward(socket, port));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return network;
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}`;
  }

  private forward(near: Socket, port: number): void {
    if (this.isDisconnected) return void near.destroy();
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
    const throttle = new Transform({
      highWaterMark: 64 * 1024,
      transform: (chunk: Buffer, _encoding, done) => {
        this.sentBytes += chunk.length;
        setTimeout(() => done(null, chunk), (chunk.length / bytesPerSecond) * 1000);
      },
    });
    near.pipe(throttle).pipe(far);
    far.pipe(near);
  }

  /** Closes all connections and refuses new ones. */
  disconnect(): void {
    this.isDisconnected = true;
    this.sockets.forEach((socket) => socket.destroy());
  }

  reconnect(): void {
    this.isDisconnected = false;
  }

  async close(): Promise<void> {
    this.disconnect();
    this.server.close();
    await once(this.server, 'close');
  }
}
