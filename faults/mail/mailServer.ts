import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { type Behaviour, good, type MailEvents, type Manners, type Taken } from './conduct.ts';
import { Conversation } from './conversation.ts';

/** A mail server on loopback that stores its mails and misbehaves on request. */
export class MailServer implements Behaviour {
  readonly taken: Taken[] = [];
  /** The last mails of connections that ended without QUIT: those may be sent again. */
  readonly onTheLine: Taken[] = [];
  manners: Manners = good;
  /** Milliseconds before each reply to a mail. */
  thinkMs = 0;
  /** Milliseconds between the bytes of a reply; 0 sends it whole. */
  byteMs = 0;
  /** Whether it offers STARTTLS. */
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

  /** Closes all connections and stops listening. */
  async down(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    for (const conversation of this.#open) conversation.destroySocket();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  /** Behaves correctly again; hanging connections end as after a restart. */
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
