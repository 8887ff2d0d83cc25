import { setTimeout as wait } from 'node:timers/promises';
import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import type { TimeLine } from '@guichet/contract/exams/notices.reminders';
import type { Fault, Run } from '../fault.ts';
import { read } from '../history/client.ts';
import { addressesOf, candidateImport } from '../history/operations/candidateImport.ts';
import type { Testbed } from '../places/testbed.ts';
import { anyTime, atCommit, atMail, atSync } from '../rounds/moments.ts';
import { playRounds } from '../rounds/onTestbed.ts';
import { waitForQueue } from '../rounds/outbox.ts';

const systemId = 9;
/** In milliseconds: a round whose moment does not come ends with a kill after this. */
const roundMilliseconds = 3000;
/** In milliseconds: longer than a dead process's lease. */
const sentMilliseconds = 90_000;
/** More mails than the server may be handing over at the moment of a stop. */
const mostUnderWay = 50;

export const killInReminding: Fault = {
  sentence:
    'A planned reminder or letter goes out once to each candidate, whether the server is killed at its hour or was off then; a letter that is stopped goes no further.',
  group: 'kill',
  databases: ['embedded', 'postgres'],
  // On PostgreSQL each round waits for the leases of the dead process.
  quickRounds: { embedded: 1 },
  run: (run) => playRemindings(run, 60),
};

export const killInLargeReminding: Fault = {
  ...killInReminding,
  sentence:
    'A planned reminder or letter goes out once to each of 3,000 candidates, whether the server is killed or was off; a letter that is stopped goes no further.',
  quickRounds: {},
  run: (run) => playRemindings(run, 3000),
};

function playRemindings(run: Run, rows: number): Promise<void> {
  return playRounds(
    run,
    (testbed) => playRound(run, testbed, rows),
    () => undefined,
  );
}

async function playRound({ chance, kind, tally }: Run, testbed: Testbed, rows: number): Promise<void> {
  const name = testbed.newName('r');
  const isLetter = chance.pick([true, false]);
  const isStopped = isLetter && chance.pick([true, false]);
  const { exam, dueAt } = await plan(testbed, { name, rows, isLetter });
  // Before its hour, or when it has passed while no server ran.
  await testbed.restartAt(new Date(dueAt.getTime() + chance.pick([-2000, 1000, 3_600_000])));
  testbed.post.thinkMs = 2;
  const atDatabase = kind === 'embedded' ? atSync(20) : atCommit(10);
  const moment = chance.pick([atMail(rows), atDatabase, atDatabase, anyTime])(testbed, chance);
  const wasHit = await Promise.race([
    testbed.portal.ended().then(() => true),
    wait(roundMilliseconds, false, { ref: false }),
  ]);
  await testbed.portal.kill();
  tally.add(wasHit ? 'kills at their moment' : 'kills at the end of a round');
  testbed.post.events = {};
  testbed.post.thinkMs = isStopped ? 20 : 0;
  await testbed.recover();
  tally.took('sent', await untilSent(testbed, exam.id));
  const most = isStopped ? await stop(testbed, { name, rows }, exam.id) : null;
  if (most !== null) tally.add('letters stopped on their way');
  testbed.post.thinkMs = 0;
  await waitForQueue(testbed);
  const faults = await check(testbed, { name, rows, most }, exam.id);
  tally.disagree(...faults.map((fault) => `${moment}: ${fault}`));
}

interface Planned {
  readonly name: string;
  readonly rows: number;
}

/** A reminder or a letter for midnight of the next day of the program, the day of the exam. */
async function plan(testbed: Testbed, { name, rows, isLetter }: Planned & { readonly isLetter: boolean }) {
  const zone = { timeZone: 'America/Toronto' };
  const examDate = new Date(testbed.now() + 24 * 3_600_000).toLocaleDateString('sv-SE', zone);
  const made = await testbed.client.post(`/api/exam/${systemId}`, { title: name, examDate });
  if (made.status !== 200) throw new Error(`No exam space: ${JSON.stringify(made)}`);
  const exam = made.body as ExamSummary;
  await candidateImport({ systemId, exam, name, rows, sendEmail: false }).send(testbed.client);
  const path = `/api/reminder/${systemId}/${exam.id}`;
  const planned = isLetter
    ? await testbed.client.post(`/api/letter/${systemId}/${exam.id}`, letterForm())
    : await testbed.client.post(`${path}/plan`, { daysBefore: 0, hour: 0 });
  if (planned.status !== 200) throw new Error(`Nothing planned: ${JSON.stringify(planned)}`);
  const { reminders } = await read<{ reminders: { at: string }[] }>(testbed.client, path);
  return { exam, dueAt: new Date(reminders[0]?.at ?? '') };
}

function letterForm(): FormData {
  const form = new FormData();
  const texts = {
    subjectFr: 'Salle',
    bodyFr: '<p>Salle 12</p>',
    subjectEn: 'Room',
    bodyEn: '<p>Room 12</p>',
  };
  const fields = { ...texts, audience: 'all', requestId: crypto.randomUUID(), daysBefore: '0', hour: '0' };
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  return form;
}

/** Stops a letter on its way; the most mails that may then arrive, null where all had left. @throws when it cannot be asked */
async function stop(testbed: Testbed, of: Planned, examId: number): Promise<number | null> {
  const path = `/api/reminder/${systemId}/${examId}`;
  const { reminders } = await read<TimeLine>(testbed.client, path);
  const stopped = await testbed.client.delete(`${path}/${reminders[0]?.id}`);
  if (stopped.status === 409) return null;
  if (stopped.status !== 200) throw new Error(`Not stopped: ${JSON.stringify(stopped)}`);
  const addresses = new Set(addressesOf(of));
  return testbed.post.taken.filter(({ to }) => addresses.has(to)).length + mostUnderWay;
}

/** Resolves when the reminder was sent, with the milliseconds. @throws when it never is */
async function untilSent(testbed: Testbed, examId: number): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { reminders } = await read<TimeLine>(testbed.client, `/api/reminder/${systemId}/${examId}`);
    if (reminders[0]?.state === 'sent') return performance.now() - began;
    if (performance.now() - began > sentMilliseconds)
      throw new Error(`The reminder is still ${JSON.stringify(reminders)}`);
    await wait(100);
  }
}

/**
 * What is wrong: each candidate has one mail in the outbox, and in the mail server one, or the very same on the line.
 * `most`: of a stopped letter, the most mails that may have arrived.
 */
async function check(
  testbed: Testbed,
  { name, rows, most }: Planned & { readonly most: number | null },
  examId: number,
): Promise<string[]> {
  const path = `/api/outbox?examId=${examId}&pageSize=1`;
  const { totalItems, states } = await read<{ totalItems: number; states: object }>(testbed.client, path);
  const wrong = totalItems === rows ? [] : [`${totalItems} mails in the outbox: ${JSON.stringify(states)}`];
  const onTheLine = new Set(testbed.post.onTheLine.map(({ to }) => to));
  // The line to the database goes through this process: nothing may hold it up for long.
  const takenBy = Map.groupBy(testbed.post.taken, ({ to }) => to);
  const addresses = addressesOf({ name, rows });
  const arrived = addresses.filter((address) => takenBy.has(address)).length;
  if (most !== null && arrived > most) wrong.push(`${arrived} mails arrived of a letter stopped at ${most}`);
  for (const address of addresses) {
    const taken = takenBy.get(address) ?? [];
    if (most !== null && taken.length === 0) continue;
    const isOnce = taken.length === 1 || (taken.length === 2 && onTheLine.has(address));
    if (!isOnce) wrong.push(`${address} got ${taken.length} reminders`);
    if (new Set(taken.map(({ messageId }) => messageId)).size > 1) wrong.push(`${address} got two mails`);
  }
  return wrong;
}
