import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** The next message on the connection. `end` is the COMMIT of a transaction. */
export type Passing = 'statement' | 'end';

/** `hold`: it is not delivered, and the connection is cut. `passThenCut`: it is delivered, and its reply is lost. */
export type Decision = 'pass' | 'hold' | 'passThenCut';

/** A proxy between the program and PostgreSQL that sees every statement and can cut connections. */
export class DatabaseLine {
  /** Called for every statement before it is forwarded. */
  judge: (passing: Passing) => Decision = () => 'pass';
  readonly #server: Server;
  readonly #target: URL;
  readonly #open = new Set<Socket>();

  private constructor(server: Server, target: URL) {
    this.#server = server;
    this.#target = target;
  }

  static async to(databaseUrl: string): Promise<DatabaseLine> {
    const server = createServer();
    const line = new DatabaseLine(server, new URL(databaseUrl));
    server.on('connection', (socket) => line.#carry(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  /** The address of the database through the proxy. */
  get url(): string {
    const url = new URL(this.#target);
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  /** Cuts every open connection. */
  cut(): void {
    for (const socket of this.#open) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #carry(program: Socket): void {
    const database = connect(Number(this.#target.port), this.#target.hostname);
    for (const socket of [program, database]) {
      socket.setNoDelay();
      this.#open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#open.delete(socket);
        program.destroy();
        // Messages forwarded before are still delivered.
        database.destroySoon();
      });
    }
    const messages = new Messages();
    database.pipe(program);
    program.on('data', (chunk: Buffer) => {
      const decisions = messages.read(chunk).map((passing) => this.judge(passing));
      const isHeld = decisions.includes('hold');
      if (!isHeld) database.write(chunk);
      if (isHeld || decisions.includes('passThenCut')) program.resetAndDestroy();
    });
  }
}

/** Parses the messages of a PostgreSQL client, as far as needed to count statements. */
class Messages {
  #waiting = Buffer.alloc(0);
  #isIntroduced = false;

  read(chunk: Buffer): Passing[] {
    this.#waiting = Buffer.concat([this.#waiting, chunk]);
    const passing: Passing[] = [];
    for (;;) {
      const head = this.#isIntroduced ? 1 : 0;
      if (this.#waiting.length < head + 4) return passing;
      const size = head + this.#waiting.readInt32BE(head);
      if (this.#waiting.length < size) return passing;
      const kind = String.fromCharCode(this.#waiting[0] ?? 0);
      const text = this.#waiting.toString('latin1', head + 4, Math.min(size, head + 20));
      this.#waiting = this.#waiting.subarray(size);
      if (this.#isIntroduced && kind === 'Q') passing.push(/^commit\b/i.test(text) ? 'end' : 'statement');
      if (this.#isIntroduced && kind === 'P') passing.push('statement');
      this.#isIntroduced = true;
    }
  }
}
