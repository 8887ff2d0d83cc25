import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Testbed } from '../places/testbed.ts';

/** In milliseconds: the program comes to the call after at most as long, also on a busy machine. */
const callMilliseconds = 45_000;

/** Of a call: the platform has not acted yet, or it has, and nobody hears its answer. */
export type Moment = 'before' | 'after';

interface PlatformCall {
  readonly name: string;
  readonly response: ServerResponse;
}

/** A learning platform that tells of each call. */
export interface PlatformServer {
  before(call: PlatformCall): void | Promise<void>;
  after(call: PlatformCall): void | Promise<void>;
}

/** Kills the program in the middle of its calls to a platform. */
export class Killer {
  readonly #testbed: Testbed;
  #armed: { readonly name: string; readonly moment: Moment; readonly hit: () => void } | null = null;
  #gate = Promise.withResolvers<void>();

  /** `nameOf`: the kind of a call, without the ids in it. */
  constructor(testbed: Testbed, server: PlatformServer, nameOf: (call: PlatformCall) => string) {
    this.#testbed = testbed;
    this.#gate.resolve();
    server.before = async (call) => {
      await this.#gate.promise;
      await this.#pass(nameOf(call), call.response, 'before');
    };
    server.after = (call) => this.#pass(nameOf(call), call.response, 'after');
  }

  /** From now on calls wait, before the platform has acted. */
  hold(): void {
    this.release();
    this.#gate = Promise.withResolvers();
  }

  release(): void {
    this.#gate.resolve();
  }

  /** Kills the program in its next call of this kind; resolves when it is dead. @throws when the call does not come */
  async at(name: string, moment: Moment): Promise<void> {
    const { promise: dead, resolve: hit } = Promise.withResolvers<boolean>();
    this.#armed = { name, moment, hit: () => hit(true) };
    const isLate = wait(callMilliseconds, false, { ref: false });
    if (await Promise.race([dead, isLate])) return;
    this.#armed = null;
    throw new Error(`The program never called ${name}.`);
  }

  async #pass(name: string, response: ServerResponse, moment: Moment): Promise<void> {
    const armed = this.#armed;
    if (armed?.name !== name || armed.moment !== moment) return;
    this.#armed = null;
    await this.#testbed.portal.kill();
    response.destroy();
    armed.hit();
  }
}
