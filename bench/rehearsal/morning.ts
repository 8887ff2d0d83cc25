import { setTimeout as wait } from 'node:timers/promises';
import { candidateMorning } from './candidateMorning.ts';
import type { Prepared } from './rehearsal.ts';
import { administratorMorning, callsAmong, supportMorning } from './staffMorning.ts';
import type { Timings } from './timings.ts';

export interface Course {
  /** Milliseconds from the beginning, rising: one for each candidate who arrives. */
  readonly arrivals: readonly number[];
  readonly milliseconds: number;
  readonly pace: number;
  /** How many have arrived before, in an earlier course. */
  readonly arrived?: number;
}

let lists = 0;

/** Every arrival begins at its moment, whatever the portal has answered until then. */
export async function runMorning(prepared: Prepared, timings: Timings, course: Course): Promise<void> {
  const { arrivals, milliseconds, pace, arrived = 0 } = course;
  const start = performance.now();
  const rehearsal = { ...prepared, timings, pace, end: start + milliseconds };
  const at = async (moment: number, work: (due: number) => Promise<void>) => {
    const due = start + moment;
    await wait(Math.max(0, due - performance.now()));
    await work(due);
  };
  const salt = `late${++lists}x`;
  const calls = callsAmong(arrivals).map((moment) => start + moment);
  await Promise.all([
    ...arrivals.map((moment, n) => at(moment, (due) => candidateMorning(rehearsal, arrived + n, due))),
    supportMorning(rehearsal, calls),
    at(milliseconds / 2, () => administratorMorning(rehearsal, salt)),
  ]);
}
