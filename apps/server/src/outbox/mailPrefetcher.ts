import { setTimeout as wait } from 'node:timers/promises';
import { systemTransaction } from '../audit/audit.service.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { secondsAfter } from '../platform/runtime/clock.ts';
import type { CircuitBreaker } from './circuitBreaker.ts';
import {
  type LeasedMail,
  leaseDueMails,
  leaseSeconds,
  renewLeases,
  selectNextDue,
} from './delivery.queries.ts';
import { released } from './delivery.ts';
import type { SettlementBatcher } from './settlementBatcher.ts';

const renewMilliseconds = 10_000;
/** The longest time between two looks at the queue when no bell rings. */
const lookMilliseconds = 10_000;
const mostAtOnce = 50;
/** A mail that has lain here for longer may have been cancelled meanwhile. */
const freshSeconds = 1;
/** With so few left the next ones are fetched, so that no connection waits for them. */
const fewLeft = 20;

/** The mails that this process holds: leased in batches, handed out one by one, their leases renewed meanwhile. */
export class MailPrefetcher {
  readonly #context: AppContext;
  readonly #by: string;
  readonly #circuitBreaker: CircuitBreaker;
  readonly #settlementBatcher: SettlementBatcher;
  readonly #stop: AbortSignal;
  readonly #onIdle: () => void;
  readonly #renewing: NodeJS.Timeout;
  readonly #underway = new Map<number, LeasedMail>();
  #waiting: LeasedMail[] = [];
  #leasedUntil: Date | null = null;
  /** When the database last said that what lies here is still to be sent. */
  #seenAt: Date | null = null;
  #looking: Promise<void> | null = null;
  /** The last batch was full, so there may be another. */
  #mayBeMore = false;
  #filling: Promise<void> | null = null;

  constructor(
    context: AppContext,
    by: string,
    more: {
      readonly circuitBreaker: CircuitBreaker;
      readonly settlementBatcher: SettlementBatcher;
      readonly stop: AbortSignal;
      readonly onIdle: () => void;
    },
  ) {
    this.#context = context;
    this.#by = by;
    this.#circuitBreaker = more.circuitBreaker;
    this.#settlementBatcher = more.settlementBatcher;
    this.#stop = more.stop;
    this.#onIdle = more.onIdle;
    this.#renewing = setInterval(() => void this.#renew(), renewMilliseconds);
  }

  /** The next mail to send, as soon as there is one; null when the worker stops. */
  async take(): Promise<LeasedMail | null> {
    while (!this.#stop.aborted) {
      await this.#circuitBreaker.pass();
      this.#dropLapsed();
      await this.#dropCancelled();
      const mail = this.#waiting.shift();
      if (mail) {
        this.#underway.set(mail.id, mail);
        if (this.#mayBeMore && this.#waiting.length <= fewLeft) void this.#refill();
        return mail;
      }
      await this.#refill();
    }
    return null;
  }

  /** The mail has been settled. */
  done(mail: LeasedMail): void {
    this.#underway.delete(mail.id);
  }

  /** Puts the mails that nobody has begun to send back into the queue as they were. */
  async release(): Promise<void> {
    await Promise.all(this.#waiting.splice(0).map((mail) => this.#settlementBatcher.settle(released(mail))));
  }

  /** Nobody takes any more: what is left, or on its way here, goes back. */
  async close(): Promise<void> {
    clearInterval(this.#renewing);
    await this.#filling;
    await this.release();
  }

  /** After a machine was asleep, others may have sent what lies here. */
  #dropLapsed(): void {
    if (this.#leasedUntil && this.#leasedUntil <= this.#context.clock.now()) this.#waiting = [];
  }

  #dropCancelled(): Promise<void> | null {
    const isFresh = this.#seenAt && secondsAfter(this.#seenAt, freshSeconds) > this.#context.clock.now();
    if (isFresh || this.#waiting.length === 0) return null;
    this.#looking ??= this.#renew().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  #refill(): Promise<void> {
    this.#filling ??= this.#fill().finally(() => {
      this.#filling = null;
    });
    return this.#filling;
  }

  async #fill(): Promise<void> {
    try {
      const now = this.#context.clock.now();
      const lease = { by: this.#by, until: secondsAfter(now, leaseSeconds) };
      const leased = await systemTransaction(this.#context, (tx) =>
        leaseDueMails(tx, lease, mostAtOnce, now),
      );
      // After a machine was asleep, its own lapsed leases look free to itself as well.
      const isHeld = ({ id }: LeasedMail) =>
        this.#underway.has(id) || this.#waiting.some((mail) => mail.id === id);
      const fresh = leased.filter((mail) => !isHeld(mail));
      // Those that lie here already lapse sooner, unless all leases are renewed before.
      if (this.#waiting.length === 0) {
        this.#leasedUntil = lease.until;
        this.#seenAt = now;
      }
      this.#waiting.push(...fresh);
      this.#mayBeMore = leased.length === mostAtOnce;
      // Nothing is held before a closed gate: another process may have a way out.
      if (this.#circuitBreaker.isClosed) return await this.release();
      if (this.#waiting.length > 0) return;
      if (this.#underway.size === 0) this.#onIdle();
      const due = await selectNextDue(this.#context.database.read);
      const untilDue = due ? due.getTime() - this.#context.clock.now().getTime() : lookMilliseconds;
      const pause = Math.max(100, Math.min(untilDue, lookMilliseconds));
      await this.#context.notifier.wait('outbox', pause, this.#stop);
    } catch (error) {
      this.#context.log.error({ error: (error as Error).message }, 'outbox: the queue could not be read');
      await wait(5000, undefined, { signal: this.#stop }).catch(() => undefined);
    }
  }

  async #renew(): Promise<void> {
    const held = [...this.#underway.keys(), ...this.#waiting.map(({ id }) => id)];
    if (held.length === 0) return;
    const now = this.#context.clock.now();
    const until = secondsAfter(now, leaseSeconds);
    try {
      const kept = new Set(
        await systemTransaction(this.#context, (tx) => renewLeases(tx, { by: this.#by, until }, held)),
      );
      this.#waiting = this.#waiting.filter(({ id }) => kept.has(id));
      this.#leasedUntil = until;
      this.#seenAt = now;
    } catch (error) {
      this.#context.log.warn({ error: (error as Error).message }, 'outbox: leases could not be renewed');
    }
  }
}
