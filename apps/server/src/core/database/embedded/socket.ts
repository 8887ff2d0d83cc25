import { Duplex } from 'node:stream';
import { joinRun } from './protocol.ts';
import type { EmbeddedThread } from './thread.ts';

type Done = (error?: Error | null) => void;

/** Replaces the `pg` client's network socket, so that both databases share the client: writes go to the thread. */
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

  // The client corks related messages, so a query and all its parts are sent as a single run.
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
    // The client reuses its buffers, so they are copied.
    this.#thread.ask(joinRun(chunks)).then(
      (answer) => {
        if (answer.length > 0) this.push(Buffer.from(answer.buffer));
        done();
      },
      (death) => done(death),
    );
  }
}
