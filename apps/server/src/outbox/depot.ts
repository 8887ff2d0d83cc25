import { setTimeout as wait } from 'node:timers/promises';
import { keepBooks } from '../audit/audit.service.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { House } from '../platform/house.ts';
import { type LeasedMail, leaseDueMails, renewLeases, selectNextDue } from './delivery.queries.ts';
import type { Gate } from './gate.ts';

/** After this a mail of a process that died is taken over by another. */
const leaseSeconds = 30;
const renewMilliseconds = 10_000;
/** The longest time between two looks at the queue when no bell rings. */
const lookMilliseconds = 10_000;
const mostAtOnce = 50;

/** The mails that this process holds: leased in batches, handed out one by one, their leases renewed meanwhile. */
export class Depot {
  readonly #house: House;
  readonly #by: string;
  readonly #gate: Gate;
  readonly #stop: AbortSignal;
  readonly #onIdle: () => void;
  readonly #renewing: NodeJS.Timeout;
  readonly #underway = new Map<number, LeasedMail>();
  #waiting: LeasedMail[] = [];
  #leasedUntil: Date | null = null;
  #filling: Promise<void> | null = null;

  constructor(house: House, by: string, gate: Gate, stop: AbortSignal, onIdle: () => void) {
    this.#house = house;
    this.#by = by;
    this.#gate = gate;
    this.#stop = stop;
    this.#onIdle = onIdle;
    this.#renewing = setInterval(() => void this.#renew(), renewMilliseconds);
  }

  /** The next mail to send, as soon as there is one; null when the worker stops. */
  async take(): Promise<LeasedMail | null> {
    while (!this.#stop.aborted) {
      await this.#gate.pass();
      this.#dropLapsed();
      const mail = this.#waiting.shift();
      if (mail) {
        this.#underway.set(mail.id, mail);
        return mail;
      }
      this.#filling ??= this.#fill().finally(() => {
        this.#filling = null;
      });
      await this.#filling;
    }
    return null;
  }

  /** The mail has been settled. */
  done(mail: LeasedMail): void {
    this.#underway.delete(mail.id);
  }

  /** Hands over the mails that nobody has begun to send. */
  empty(): LeasedMail[] {
    return this.#waiting.splice(0);
  }

  close(): void {
    clearInterval(this.#renewing);
  }

  /** After a machine was asleep, others may have sent what lies here. */
  #dropLapsed(): void {
    if (this.#leasedUntil && this.#leasedUntil <= this.#house.clock.now()) this.#waiting = [];
  }

  async #fill(): Promise<void> {
    try {
      const now = this.#house.clock.now();
      const lease = { by: this.#by, until: secondsAfter(now, leaseSeconds) };
      this.#waiting = await keepBooks(this.#house, (tx) => leaseDueMails(tx, lease, mostAtOnce, now));
      this.#leasedUntil = lease.until;
      if (this.#waiting.length > 0) return;
      if (this.#underway.size === 0) this.#onIdle();
      const due = await selectNextDue(this.#house.database.read);
      const untilDue = due ? due.getTime() - this.#house.clock.now().getTime() : lookMilliseconds;
      const pause = Math.max(100, Math.min(untilDue, lookMilliseconds));
      await this.#house.bell.wait('outbox', pause, this.#stop);
    } catch (error) {
      this.#house.log.error({ error: (error as Error).message }, 'outbox: the queue could not be read');
      await wait(5000, undefined, { signal: this.#stop }).catch(() => undefined);
    }
  }

  async #renew(): Promise<void> {
    // Before a closed gate nothing is held on to: another process may have a way out.
    const waiting = this.#gate.isClosed ? [] : this.#waiting.map(({ id }) => id);
    const held = [...this.#underway.keys(), ...waiting];
    if (held.length === 0) return;
    const until = secondsAfter(this.#house.clock.now(), leaseSeconds);
    try {
      const kept = new Set(
        await keepBooks(this.#house, (tx) => renewLeases(tx, { by: this.#by, until }, held)),
      );
      if (waiting.length === 0) return;
      this.#waiting = this.#waiting.filter(({ id }) => kept.has(id));
      this.#leasedUntil = until;
    } catch (error) {
      this.#house.log.warn({ error: (error as Error).message }, 'outbox: leases could not be renewed');
    }
  }
}
