import { systemTransaction } from '../audit/audit.service.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { secondsAfter } from '../platform/runtime/clock.ts';
import { type Called, callPlatform } from './call.ts';
import { jobResultOf, refusal } from './jobResults.ts';
import {
  type Connector,
  type CourseRef,
  getOrganisation,
  personOf,
  type Refusal,
} from './learning.service.ts';
import { selectPeople } from './people.queries.ts';
import * as queries from './queue.queries.ts';

/** What one turn came to. `down`: the platform did not answer or asked for time, and is best left alone. */
export type Job =
  | { readonly kind: 'idle' | 'worked' }
  | { readonly kind: 'down'; readonly retryAfterSeconds: number | null };

/** Takes up one piece of work that is due, courses first, and carries it to the platform. */
export async function processNextJob(
  context: AppContext,
  connector: Connector,
  stop: AbortSignal,
): Promise<Job> {
  const job = await makeCourse(context, connector, stop);
  return job.kind === 'idle' ? movePeople(context, connector, stop) : job;
}

async function makeCourse(context: AppContext, connector: Connector, stop: AbortSignal): Promise<Job> {
  const claim = claimNow(context);
  const course = await systemTransaction(context, (tx) => queries.claimCourse(tx, claim));
  if (!course) return { kind: 'idle' };
  const organisation = await getOrganisation(context.database.read, course.systemId);
  const { courseId: code, title, examDate, isCancelled } = course;
  const order = { organisation, code, title, examDate, isCancelled };
  const called = await callPlatform(context, stop, (signal) => connector.ensureCourse(order, signal));
  const jobResult = jobResultOf(called, course.attempts, context.clock.now());
  const externalId = 'answer' in called ? called.answer.externalId : null;
  const settled = { ...jobResult, externalId };
  await systemTransaction(context, (tx) => queries.settleCourse(tx, course, claim.leasedUntil, settled));
  return jobOf(called);
}

async function movePeople(context: AppContext, connector: Connector, stop: AbortSignal): Promise<Job> {
  const claim = claimNow(context);
  const claimed = await systemTransaction(context, (tx) =>
    queries.claimPeople(tx, claim, connector.batchSize),
  );
  const [first] = claimed;
  if (!first) return { kind: 'idle' };
  const { systemId, courseId, externalId, wanted } = first;
  const organisation = await getOrganisation(context.database.read, systemId);
  const course = { organisation, code: courseId, externalId };
  const called = await callPlatform(context, stop, (signal) =>
    wanted === 'in'
      ? placePeople(context, connector, course, claimed, signal)
      : connector.unenrol(course, keysOf(claimed), signal),
  );
  const now = context.clock.now();
  const refused = reasonsByKey('answer' in called ? called.answer : []);
  const jobResults = claimed.map(({ key, version, attempts }) => {
    const reason = refused.get(key);
    const jobResult = reason === undefined ? jobResultOf(called, attempts, now) : refusal(reason, now);
    return { key, version, ...jobResult };
  });
  const of = { systemId, courseId, leasedUntil: claim.leasedUntil };
  await systemTransaction(context, (tx) => queries.settlePeople(tx, of, jobResults));
  return jobOf(called);
}

/** Accounts first, then places for those who have one. */
async function placePeople(
  context: AppContext,
  connector: Connector,
  course: CourseRef,
  claimed: readonly queries.ClaimedPerson[],
  signal: AbortSignal,
): Promise<readonly Refusal[]> {
  const userIds = claimed.map(({ userId }) => userId);
  const accounts = await selectPeople(context.database.read, userIds);
  const people = accounts.map(personOf);
  const known = new Set(keysOf(people));
  const gone = claimed
    .filter(({ key }) => !known.has(key))
    .map(({ key }) => ({ key, reason: 'the account has been deleted' }));
  const unmade = people.length > 0 ? await connector.ensureUsers(course.organisation, people, signal) : [];
  for (const { key } of unmade) known.delete(key);
  const unplaced = known.size > 0 ? await connector.enrol(course, [...known], signal) : [];
  return [...gone, ...unmade, ...unplaced];
}

function claimNow(context: AppContext) {
  const now = context.clock.now();
  return { now, leasedUntil: secondsAfter(now, queries.leaseSeconds) };
}

function jobOf(called: Called<unknown>): Job {
  if ('answer' in called || called.failure.retry === 'never') return { kind: 'worked' };
  return { kind: 'down', retryAfterSeconds: called.failure.retryAfterSeconds };
}

function keysOf(people: readonly { readonly key: string }[]): string[] {
  return people.map(({ key }) => key);
}

function reasonsByKey(refusals: readonly Refusal[]): Map<string, string> {
  return new Map(refusals.map(({ key, reason }) => [key, reason]));
}
