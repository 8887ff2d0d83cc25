import { setTimeout as wait } from 'node:timers/promises';
import { busiestPart, momentsOf } from './arrivals.ts';
import { runMorning } from './morning.ts';
import type { Prepared } from './rehearsal.ts';
import { steps, Timings } from './timings.ts';
import { renewalMs, StepFailed, Visitor } from './visitor.ts';

/** The longest 99th percentile in milliseconds that still counts as carried. */
const mostMs = 500;
/** The first number tried; doubled twice it is 10,000. */
const firstNumber = 2_500;
const fewest = 12;
const hourMs = 3_600_000;
/** Open sessions that take turns at renewing; of them, so many sign in at once beforehand. */
const sessions = 200;
const openAtOnce = 5;

interface Trial {
  readonly candidates: number;
  readonly arriving: number;
  readonly isCarried: boolean;
  readonly timings: Timings;
}

/**
 * The largest number of candidates of whom the busiest minutes of the hour, at their real pace and with the renewals of
 * those who are in, leave every step below 500 ms for 99 of 100 and without an error. `nearness`: how near that number and the
 * smallest refused one come to each other.
 */
export async function findLargestNumber(
  prepared: Prepared,
  {
    curve,
    seconds,
    nearness,
  }: { readonly curve: readonly number[]; readonly seconds: number; readonly nearness: number },
  say: (line: string) => void,
): Promise<Trial | null> {
  const present = await openSessions(prepared);
  let carried: Trial | null = null;
  let refused = Number.POSITIVE_INFINITY;
  let arrived = 0;
  for (let next = firstNumber; ; ) {
    const attempt = async () => {
      const trial = await tryNumber(prepared, present, { candidates: next, curve, seconds, arrived });
      arrived += trial.arriving;
      // What a trial has left in queues is no part of the next one.
      await wait(5_000);
      return trial;
    };
    let trial = await attempt();
    // A refusal counts once it has come twice: other programs of the machine come and go.
    if (!trial.isCarried) trial = await attempt();
    const { step = 'page', p99 = Number.NaN } = trial.timings.slowest() ?? {};
    const outcome = `${trial.timings.errors} errors, slowest p99 ${Math.round(p99)} ms (${steps[step].what})`;
    say(`${next} candidates: ${trial.isCarried ? 'carried' : 'not carried'}, ${outcome}`);
    if (trial.isCarried) carried = trial;
    else refused = next;
    if (refused < fewest || (carried && refused / carried.candidates <= nearness)) return carried;
    if (!carried) next = Math.round(refused / 2);
    else if (refused === Number.POSITIVE_INFINITY) next = carried.candidates * 2;
    else next = Math.round(Math.sqrt(carried.candidates * refused));
  }
}

async function tryNumber(
  prepared: Prepared,
  present: readonly Visitor[],
  of: {
    readonly candidates: number;
    readonly curve: readonly number[];
    readonly seconds: number;
    readonly arrived: number;
  },
): Promise<Trial> {
  const { candidates, curve, seconds, arrived } = of;
  const { share, before } = busiestPart(curve);
  const milliseconds = seconds * 1000;
  const arriving = Math.max(1, Math.round((candidates * share * milliseconds * curve.length) / hourMs));
  const timings = new Timings();
  const arrivals = momentsOf([1], arriving, milliseconds);
  // Half of those who come in the busiest part are in, on average.
  const perSecond = (candidates * (before + share / 2) * 1000) / renewalMs;
  const watch = present.map((visitor) => visitor.recordingIn(timings));
  await Promise.all([
    runMorning(prepared, timings, { arrivals, milliseconds, pace: 1, arrived }),
    renewOn(watch, perSecond, milliseconds),
  ]);
  const { p99 = Number.POSITIVE_INFINITY } = timings.slowest() ?? {};
  return { candidates, arriving, isCarried: timings.errors === 0 && p99 < mostMs, timings };
}

async function openSessions({ url, candidates }: Prepared): Promise<Visitor[]> {
  const people = candidates.slice(-sessions);
  const visitors = people.map((_, n) => new Visitor(url, new Timings(), 130_000 + n));
  for (let first = 0; first < people.length; first += openAtOnce)
    await Promise.all(
      people.slice(first, first + openAtOnce).map(async ({ email, password }, n) => {
        await visitors[first + n]?.signIn(email, password);
        visitors[first + n]?.hangUp();
      }),
    );
  return visitors;
}

/** Each renewal at its moment; one that finds its session still renewing is late by as much. */
async function renewOn(visitors: readonly Visitor[], perSecond: number, milliseconds: number): Promise<void> {
  const start = performance.now();
  const everyMs = (visitors.length * 1000) / perSecond;
  const renewing = visitors.map(async (visitor, n) => {
    const first = start + (n * 1000) / perSecond;
    try {
      for (let due = first; due < start + milliseconds; due += everyMs) {
        await visitor.waitUntil(due);
        await visitor.renew();
        visitor.hangUp();
      }
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
    }
  });
  await Promise.all(renewing);
}
