import { systemTransaction } from '../audit/audit.service.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import {
  type JobHandler,
  type JobResult,
  openQueue,
  type Queue,
  type Unavailable,
} from '../queue/queue.service.ts';
import { type Called, callPlatform } from './call.ts';
import {
  type CourseJob,
  courseJobs,
  type EnrolmentJob,
  enrolmentJobs,
  updateExternalId,
} from './jobs.queries.ts';
import {
  type Connector,
  type CourseRef,
  getOrganisation,
  openConnector,
  personOf,
  type Refusal,
} from './learning.service.ts';
import { selectPeople } from './people.queries.ts';

/** Starts the worker that sends what is planned to the platform, courses first. */
export function startLearning(context: AppContext, connector = openConnector(context)): Queue {
  const queue = openQueue(context, platformHandlers(context, connector));
  queue.start();
  return queue;
}

/** One line for the person who starts the program: which platform it is, and what keeps the portal from working with it. */
export async function describePlatform(context: AppContext): Promise<string> {
  const connector = openConnector(context);
  const { signal: never } = new AbortController();
  const called = await callPlatform(context, never, (signal) => connector.check(signal), 30);
  if ('failure' in called)
    return `Learning platform: ${called.failure.message}. What is meant for it waits; the portal works.`;
  const { product, site, problems } = called.answer;
  const found = `Learning platform: ${product}, “${site}”`;
  return problems.length === 0 ? `${found}.` : `${found}, cannot be used fully: ${problems.join('; ')}.`;
}

export function platformHandlers(context: AppContext, connector: Connector): JobHandler<object>[] {
  return [courseHandler(context, connector), enrolmentHandler(context, connector)];
}

function courseHandler(context: AppContext, connector: Connector): JobHandler<CourseJob> {
  return {
    table: courseJobs,
    slots: 1,
    claimAtOnce: 1,
    async handle(jobs, _slot, stop) {
      const [course] = jobs;
      const { systemId, courseId: code, title, examDate, isCancelled } = course;
      const organisation = await getOrganisation(context.database.read, systemId);
      const order = { organisation, code, title, examDate, isCancelled };
      const ensure = (signal: AbortSignal) => connector.ensureCourse(order, signal);
      const called = await callPlatform(context, stop, ensure, connector.courseSeconds);
      if ('answer' in called) {
        const { externalId } = called.answer;
        await systemTransaction(context, (tx) => updateExternalId(tx, course, externalId));
        context.notifier.notify(enrolmentJobs.topic);
      }
      const { result, unavailable } = resultOf(called, stop);
      return { results: [result], unavailable };
    },
  };
}

function enrolmentHandler(context: AppContext, connector: Connector): JobHandler<EnrolmentJob> {
  return {
    table: enrolmentJobs,
    slots: 1,
    claimAtOnce: connector.batchSize,
    givesWay: true,
    batchOf: ({ systemId, courseId, wanted }) => `${systemId}/${courseId}/${wanted}`,
    async handle(jobs, _slot, stop) {
      const { systemId, courseId: code, externalId, wanted } = jobs[0];
      const organisation = await getOrganisation(context.database.read, systemId);
      const course = { organisation, code, externalId };
      const called = await callPlatform(context, stop, (signal) =>
        wanted === 'in'
          ? placePeople(context, connector, course, jobs, signal)
          : connector.unenrol(course, keysOf(jobs), signal),
      );
      const { result, unavailable } = resultOf(called, stop);
      const refusals = 'answer' in called ? called.answer : [];
      const refused = new Map(refusals.map(({ key, reason }) => [key, reason]));
      const results = jobs.map(({ platformUserId }): JobResult => {
        const reason = refused.get(platformUserId);
        return reason === undefined ? result : { kind: 'failed', reason };
      });
      return { results, unavailable };
    },
  };
}

/** Creates accounts, then enrols them; returns all refusals. */
async function placePeople(
  context: AppContext,
  connector: Connector,
  course: CourseRef,
  jobs: readonly EnrolmentJob[],
  signal: AbortSignal,
): Promise<readonly Refusal[]> {
  const userIds = jobs.map(({ userId }) => userId);
  const people = (await selectPeople(context.database.read, userIds)).map(personOf);
  const known = new Set(people.map(({ key }) => key));
  const gone = keysOf(jobs)
    .filter((key) => !known.has(key))
    .map((key) => ({ key, reason: 'the account has been deleted' }));
  if (people.length === 0) return gone;
  const { accounts, refusals } = await connector.ensureUsers(course.organisation, people, signal);
  const unplaced = accounts.length > 0 ? await connector.enrol(course, accounts, signal) : [];
  return [...gone, ...refusals, ...unplaced];
}

function keysOf(jobs: readonly EnrolmentJob[]): string[] {
  return jobs.map(({ platformUserId }) => platformUserId);
}

/** Retries when the platform is down, slow or busy; permanent refusals fail. */
function resultOf(
  called: Called<unknown>,
  stop: AbortSignal,
): { result: JobResult; unavailable: Unavailable | null } {
  if ('answer' in called) return { result: { kind: 'done' }, unavailable: null };
  const { message: reason, retry, retryAfterSeconds: afterSeconds } = called.failure;
  if (retry === 'never') return { result: { kind: 'failed', reason }, unavailable: null };
  if (stop.aborted) return { result: { kind: 'released' }, unavailable: null };
  const unavailable = retry === 'unready' ? null : { reason, afterSeconds };
  return { result: { kind: 'retry', reason, afterSeconds }, unavailable };
}
