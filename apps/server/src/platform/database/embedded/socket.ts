import { Duplex } from 'node:stream';
import { joinRun } from './protocol.ts';
import type { EmbeddedThread } from './thread.ts';

type Done = (error?: Error | null) => void;

/**
 * A connection to the embedded database that the `pg` client takes for a network socket: what it writes is
 * answered by the thread of the database. One client for both databases means one behaviour.
 */
export class EmbeddedSocket extends Duplex {
  readonly #thread: EmbeddedThread;

  constructor(thread: EmbeddedThread) {
    super();
    this.#thread = thread;
  }

  connect(): void {
    process.nextTick(() => this.emit('connect'));
  }

  setNoDelay(): void {}

  setKeepAlive(): void {}

  ref(): void {}

  unref(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#send([chunk], done);
  }

  // The client corks what belongs together, so a query and all its parts cross over as one run.
  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this.#send(
      chunks.map(({ chunk }) => chunk),
      done,
    );
  }

  override _read(): void {}

  override _final(done: Done): void {
    this.push(null);
    done();
  }

  #send(chunks: Buffer[], done: Done): void {
    // A copy, since the client's buffers lie in a pool that it goes on using.
    this.#thread.ask(joinRun(chunks)).then(
      (answer) => {
        if (answer.length > 0) this.push(Buffer.from(answer.buffer));
        done();
      },
      (death) => done(death),
    );
  }
}
