import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { type Behaviour, good, type MailEvents, type Manners, type Taken } from './conduct.ts';
import { Conversation } from './conversation.ts';

/** A mail server on loopback that keeps what it is given and behaves as badly as it is asked to. */
export class MailServer implements Behaviour {
  readonly taken: Taken[] = [];
  /** The mails that were the last of a connection which ended without a farewell: those may come once more. */
  readonly onTheLine: Taken[] = [];
  manners: Manners = good;
  /** How long it thinks over each mail. */
  thinkMs = 0;
  /** Sends its answers byte by byte, this far apart; 0 in one piece. */
  byteMs = 0;
  /** Whether it offers to encrypt. */
  offersTls = false;
  events: Partial<MailEvents> = {};
  readonly #open = new Set<Conversation>();
  #server: Server | null = null;
  #port = 0;

  static async start(): Promise<MailServer> {
    const server = new MailServer();
    await server.up();
    return server;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  get connections(): number {
    return this.#open.size;
  }

  /** Listens, on the same port as before. */
  async up(): Promise<void> {
    const server = createServer((socket) => this.#converse(socket));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.#port, '127.0.0.1', resolve);
    });
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Ends all connections and listens no more. */
  async down(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    for (const conversation of this.#open) conversation.destroySocket();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  /** Behaves again; connections that hang end as those of a server that was started again. */
  heal(): void {
    this.manners = good;
    this.byteMs = 0;
    this.offersTls = false;
    for (const conversation of this.#open) conversation.endIfHanging();
  }

  #converse(socket: Socket): void {
    const conversation = new Conversation(socket, this);
    this.#open.add(conversation);
    socket.once('close', () => {
      this.#open.delete(conversation);
      if (conversation.last) this.onTheLine.push(conversation.last);
    });
  }
}
