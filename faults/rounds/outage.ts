import { setTimeout as wait } from 'node:timers/promises';
import type { Run } from '../fault.ts';
import type { Entry } from '../history/history.ts';
import type { Testbed } from '../places/testbed.ts';
import type { Actor } from './actors.ts';

/** In milliseconds: how soon after an outage a write must succeed again. */
const recoveryMilliseconds = 2000;
const patienceMilliseconds = 60_000;

/** Runs reads and writes during and after an outage. No reply may be 500, and every 503 has `Retry-After`. */
export async function writeThrough(
  { chance, tally }: Run,
  testbed: Testbed,
  actors: readonly Actor[],
  outage: () => Promise<void>,
): Promise<void> {
  const { entries } = testbed.history;
  const first = entries.length;
  const over = new AbortController();
  const acting = actors.map((act, n) =>
    act({ testbed, chance: chance.fork(), systemId: n + 1, over: over.signal }),
  );
  const reading = readOn(testbed, over.signal);
  await wait(chance.whole(200, 600));
  const away = performance.now();
  await outage();
  const back = performance.now();
  const isWritable = () =>
    entries.some(
      ({ state, sentAt, answeredAt }) => state === 'acknowledged' && answeredAt > back && sentAt > away,
    );
  while (!isWritable() && performance.now() - back < patienceMilliseconds) await wait(10);
  const recovery = performance.now() - back;
  tally.took('writing again', recovery);
  tally.expect(recovery <= recoveryMilliseconds, `writing again took ${Math.round(recovery)} ms`);
  await wait(200);
  over.abort();
  await Promise.all(acting);
  const read = await reading;
  tally.add('reads', read.length);
  tally.add('reads told to come again', read.filter(({ status }) => status === 503).length);
  tally.disagree(...[...read, ...entries.slice(first)].flatMap(rudeness));
}

export interface Told {
  readonly status: Entry['status'];
  readonly saysWhen: boolean;
  readonly answer: unknown;
}

/** Replies that are wrong in any outage. */
export function rudeness({ status, saysWhen, answer }: Told): string[] {
  if (status === 'cut') return ['was not answered'];
  const { code = 'no code' } = (answer ?? {}) as { code?: string };
  if (status === 500) return [`was answered 500 (${code})`];
  // A reply with unknown outcome asks to check before a retry.
  if (code === 'database.outcomeUnknown') return [];
  if (status === 503 && !saysWhen) return [`was answered 503 (${code}) without Retry-After`];
  return [];
}

/** Errors that the program logs as bugs. */
export function bugsIn({ portal }: Pick<Testbed, 'portal'>): string[] {
  const lines = portal.output.split('\n').filter((line) => line.includes('"msg":"bug"'));
  return lines.map((line) => {
    const { error } = JSON.parse(line) as { error: { message: string; stack?: string } };
    return `the log tells of a bug: ${error.stack?.split('\n').slice(0, 6).join(' ') ?? error.message}`;
  });
}

async function readOn({ client }: Testbed, over: AbortSignal): Promise<Told[]> {
  const told: Told[] = [];
  while (!over.aborted) {
    const answer = await client.get('/api/cohort/3');
    const isCut = answer.status === 'cut';
    told.push({
      status: answer.status,
      saysWhen: !isCut && answer.headers.has('retry-after'),
      answer: isCut ? null : answer.body,
    });
    await wait(20);
  }
  return told;
}
