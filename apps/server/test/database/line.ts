import { createServer, connect as dial, type Server, type Socket } from 'node:net';

/** Faults of a `commit`: it never arrives, or its answer is lost; then the connection is cut. */
export type CommitFault = 'lostBefore' | 'lostAfter';

/** A TCP proxy to a PostgreSQL server that can freeze or break. */
export class Line {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  readonly #target: URL;
  #port = 0;
  #isSilent = false;
  commitFault: CommitFault | null = null;
  /** Called after a commit was lost. */
  onLost: () => void = () => {};

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((socket) => this.#carry(socket));
  }

  static async open(url: string): Promise<Line> {
    const line = new Line(new URL(url));
    await line.mend();
    return line;
  }

  get url(): string {
    const own = new URL(this.#target);
    own.hostname = '127.0.0.1';
    own.port = String(this.#port);
    return own.href;
  }

  /** Drops data in both directions without closing, like a frozen server. */
  silence(): void {
    this.#isSilent = true;
    for (const socket of this.#sockets) socket.pause();
  }

  speak(): void {
    this.#isSilent = false;
    for (const socket of this.#sockets) socket.resume();
  }

  /** Closes all connections and refuses new ones, like a stopped server. */
  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async mend(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (typeof address === 'object' && address) this.#port = address.port;
  }

  #carry(near: Socket): void {
    const far = dial(Number(this.#target.port || 5432), this.#target.hostname);
    const end = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket.on('error', end).on('close', () => {
        this.#sockets.delete(socket);
        end();
      });
      if (this.#isSilent) socket.pause();
    }
    let isLost = false;
    const lose = () => {
      this.commitFault = null;
      end();
      this.onLost();
    };
    near.on('data', (bytes) => {
      if (!this.commitFault || !bytes.includes('commit\0')) return far.write(bytes);
      if (this.commitFault === 'lostBefore') return lose();
      isLost = true;
      return far.write(bytes);
    });
    far.on('data', (bytes) => (isLost ? lose() : near.write(bytes)));
  }
}
