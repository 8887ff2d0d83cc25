import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Behaviour, type Conduct, garbage, type Moment, type Taken } from './conduct.ts';

const endOfContent = Buffer.from('\r\n.\r\n');

/** One SMTP connection of the mail server (RFC 5321, as far as a client needs it). */
export class Conversation {
  /** The last complete mail, until the client sends the next command. */
  last: Taken | null = null;
  readonly #socket: Socket;
  readonly #server: Behaviour;
  #waiting = Buffer.alloc(0);
  #from = '';
  #to = '';
  #isContent = false;
  #isHanging = false;
  #turn: Promise<void>;

  constructor(socket: Socket, server: Behaviour) {
    this.#socket = socket;
    this.#server = server;
    // Clients that die in the middle of a mail are expected here.
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      this.#waiting = Buffer.concat([this.#waiting, chunk]);
      this.#turn = this.#turn.then(() => this.#read());
    });
    this.#turn = this.#say({ at: 'connection' }, '220 mail.example.ca ESMTP');
  }

  destroySocket(): void {
    this.#socket.resetAndDestroy();
  }

  endIfHanging(): void {
    if (this.#isHanging) this.destroySocket();
  }

  async #read(): Promise<void> {
    for (;;) {
      if (this.#isContent) {
        if (this.#server.manners({ at: 'middle', to: this.#to }) !== null) return this.#leave('drop');
        const end = this.#waiting.indexOf(endOfContent);
        if (end < 0) return;
        const content = this.#waiting.subarray(0, end).toString('latin1');
        this.#waiting = this.#waiting.subarray(end + endOfContent.length);
        await this.#take(content);
      } else {
        const end = this.#waiting.indexOf('\r\n');
        if (end < 0) return;
        const line = this.#waiting.subarray(0, end).toString('latin1');
        this.#waiting = this.#waiting.subarray(end + 2);
        await this.#obey(line);
      }
    }
  }

  async #obey(line: string): Promise<void> {
    const [verb = ''] = line.toUpperCase().split(' ');
    switch (verb) {
      case 'EHLO':
        return this.#answer(
          `250-mail.example.ca\r\n${this.#server.offersTls ? '250-STARTTLS\r\n' : ''}250 8BITMIME`,
        );
      case 'STARTTLS':
        return this.#say({ at: 'encryption' }, '220 go ahead');
      case 'MAIL':
        // A client sends its next mail once the previous one is stored as sent.
        this.last = null;
        this.#from = /<([^>]*)>/.exec(line)?.[1] ?? '';
        return this.#answer('250 ok');
      case 'RCPT':
        this.#to = /<([^>]*)>/.exec(line)?.[1] ?? '';
        this.#server.events.recipient?.();
        return this.#say({ at: 'recipient', to: this.#to }, '250 ok');
      case 'DATA':
        this.#isContent = true;
        return this.#answer('354 go ahead');
      case 'QUIT':
        this.last = null;
        await this.#answer('221 bye');
        this.#socket.end();
        return;
      default:
        return this.#answer('250 ok');
    }
  }

  async #take(content: string): Promise<void> {
    this.#isContent = false;
    if (this.#server.thinkMs > 0) await wait(this.#server.thinkMs);
    // A server stopped meanwhile accepts nothing: its end has been counted.
    if (this.#socket.destroyed) return;
    const conduct = this.#server.manners({ at: 'content', to: this.#to });
    // A refused mail is not accepted; an unanswered one may have been.
    if (conduct === null || !/^[45]/.test(conduct)) {
      const messageId = /^message-id:\s*(\S+)/im.exec(content)?.[1] ?? '';
      this.last = { from: this.#from, to: this.#to, messageId };
      this.#server.taken.push(this.last);
      this.#server.events.content?.();
    }
    await this.#do(conduct, '250 ok');
    if (conduct === null) this.#server.events.accepted?.();
  }

  #say(moment: Moment, reply: string): Promise<void> {
    return this.#do(this.#server.manners(moment), reply);
  }

  async #do(conduct: Conduct, reply: string): Promise<void> {
    if (conduct === null) return this.#answer(reply);
    if (conduct === 'garbage') {
      this.#socket.write(garbage);
      return this.#leave('drop');
    }
    if (conduct === 'drop' || conduct === 'reset' || conduct === 'hang') return this.#leave(conduct);
    return this.#answer(conduct);
  }

  async #leave(conduct: 'drop' | 'reset' | 'hang'): Promise<void> {
    if (conduct === 'drop') this.#socket.destroySoon();
    if (conduct === 'reset') this.destroySocket();
    this.#isHanging = true;
    // No reply.
    await new Promise<void>((resolve) => this.#socket.once('close', () => resolve()));
  }

  async #answer(text: string): Promise<void> {
    const { byteMs } = this.#server;
    if (byteMs === 0) {
      this.#socket.write(`${text}\r\n`);
      return;
    }
    for (const byte of `${text}\r\n`) {
      this.#socket.write(byte);
      await wait(byteMs);
    }
  }
}
