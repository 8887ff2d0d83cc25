import type { Timings } from './timings.ts';

export interface Candidate {
  readonly email: string;
  readonly password: string;
  readonly courseId: string;
}

interface Account {
  readonly email: string;
  readonly password: string;
}

/** Who is there, and how fast the hour goes. */
export interface Rehearsal {
  readonly url: string;
  readonly systemId: number;
  /** The part of the addresses of all its people after the @. */
  readonly domain: string;
  readonly candidates: readonly Candidate[];
  readonly admin: Account;
  readonly support: Account;
  /** The exam of the list that comes late. */
  readonly lateExam: { readonly id: number; readonly courseId: string };
  readonly sendsMails: boolean;
  /** The token of the newest link that was mailed to an address; absent where nobody reads the mails. @throws when it does not come */
  readonly findLink?: ((email: string, milliseconds: number) => Promise<string>) | undefined;
  /** Resolves when so many mails have come for addresses that begin so. */
  readonly untilMailed?: ((prefix: string, count: number) => Promise<void>) | undefined;
  readonly timings: Timings;
  /** Milliseconds of the rehearsal for one of the clock: 1 for an hour that takes an hour. */
  readonly pace: number;
  /** By `performance.now()`: no session is renewed after it. */
  readonly end: number;
}

/** What is known before the first arrival. */
export type Prepared = Omit<Rehearsal, 'timings' | 'pace' | 'end'>;
