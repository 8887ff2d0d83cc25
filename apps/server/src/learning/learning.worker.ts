import { systemTransaction } from '../core/audit/audit.service.ts';
import type { AppContext } from '../core/context/appContext.ts';
import {
  findHold,
  type JobHandler,
  type JobResult,
  openQueue,
  type Queue,
} from '../core/queue/queue.service.ts';
import { callForJobs, callPlatform, lookAtPlatform } from './call.ts';
import { readingHandler } from './drift/readings.worker.ts';
import { extraTimeHandler } from './extraTimes/extraTimes.worker.ts';
import * as queries from './jobs/jobs.queries.ts';
import { planReadBack } from './jobs/readingPlans.queries.ts';
import * as learning from './learning.service.ts';
import { selectPeople } from './people.queries.ts';
import { type Connectors, openConnectors } from './platforms/connectors.ts';
import { selectPlatforms } from './platforms/platforms.queries.ts';

/** For whoever starts the program, a line for each platform: product, and problems that prevent its use. */
export async function describePlatforms(context: AppContext): Promise<string[]> {
  const connectors = openConnectors(context);
  const isHeld = (await findHold(context.database.read)) !== undefined;
  const registered = await selectPlatforms(context.database.read);
  const lines = registered.map(({ id, name }) =>
    describe(context, isHeld, `Learning platform ${name}`, () => connectors.of(id)),
  );
  if (context.config.learningPlatform !== 'builtin')
    lines.unshift(describe(context, isHeld, 'Learning platform', async () => connectors.environment));
  return Promise.all(lines);
}

async function describe(
  context: AppContext,
  isHeld: boolean,
  name: string,
  open: () => Promise<learning.Connector>,
): Promise<string> {
  if (isHeld)
    return `${name}: not asked, since everything outgoing is on hold until a super administrator releases it on the outbox page.`;
  const called = await callPlatform(context, null, async (signal) => (await open()).check(signal), 30);
  if ('failure' in called)
    return `${name}: ${called.failure.message} Its jobs stay queued; the portal is available.`;
  const { product, site, problems } = called.answer;
  const found = `${name}: ${product}, “${site}”`;
  return problems.length === 0
    ? `${found}.`
    : `${found}, cannot be used fully: ${problems.map(({ text }) => text).join(' ')}`;
}

/**
 * Limits all calls about a batch, each of which has its own limit too. A batch in which everybody is refused
 * is halved down to single people, in up to 800 calls; given up halfway, it would come back for ever.
 */
const placingSeconds = 300;

/** At most one slot for each platform, so that a hanging platform leaves slots to others. */
const slots = { slots: 4, slotsPerDestination: 1 } as const;

/** Starts the worker that sends planned changes to the platforms, courses first. */
export function startLearning(context: AppContext, connectors = openConnectors(context)): Queue {
  const queue = openQueue(context, platformHandlers(context, connectors));
  queue.start();
  return queue;
}

export function platformHandlers(context: AppContext, connectors: Connectors): JobHandler<object>[] {
  const handlers = [
    courseHandler(context, connectors),
    enrolmentHandler(context, connectors),
    extraTimeHandler(context, connectors),
    readingHandler(context, connectors),
  ] as JobHandler<object>[];
  const look = (destination: string, stop: AbortSignal) =>
    lookAtPlatform(context, connectors, destination, stop);
  return handlers.map((handler) => ({ ...handler, look }));
}

function courseHandler(context: AppContext, connectors: Connectors): JobHandler<queries.CourseJob> {
  return {
    table: queries.courseJobs,
    ...slots,
    claimAtOnce: 1,
    async handle(jobs, _slot, stop) {
      const [course] = jobs;
      const { systemId, courseId: code, title, titleEn, examDate, endDate, isCancelled, ...more } = course;
      const organisation = await learning.getOrganisation(context.database.read, systemId);
      const { externalId, semesterId, isRepair } = more;
      const made = externalId === null ? null : { externalId, semesterId };
      const order = { organisation, code, title, titleEn, examDate, endDate, isCancelled, made, isRepair };
      return callForJobs(context, connectors, jobs, stop, {
        seconds: ({ courseSeconds }) => courseSeconds,
        call: (connector, _jobs, signal) => connector.ensureCourse(order, signal),
        async settle(answer) {
          await systemTransaction(context, async (tx) => {
            await queries.updateMadeCourse(tx, course, answer);
            await planReadBack(tx, course, context.clock.now());
          });
          return [{ kind: 'done' }];
        },
      });
    },
  };
}

function enrolmentHandler(context: AppContext, connectors: Connectors): JobHandler<queries.EnrolmentJob> {
  return {
    table: queries.enrolmentJobs,
    ...slots,
    claimAtOnce: connectors.environment.batchSize,
    givesWay: true,
    wakesUp: queries.extraTimeJobs.topic,
    batchOf: ({ systemId, courseId, wanted, onlyAccount }) =>
      `${systemId}/${courseId}/${wanted}/${onlyAccount}`,
    async handle(jobs, _slot, stop) {
      const { systemId, courseId: code, externalId, wanted, onlyAccount } = jobs[0];
      const organisation = await learning.getOrganisation(context.database.read, systemId);
      const course = { organisation, code, externalId };
      return callForJobs(context, connectors, jobs, stop, {
        seconds: placingSeconds,
        call: (connector, some, signal) =>
          wanted === 'out'
            ? connector.unenrol(course, keysOf(some), signal)
            : onlyAccount
              ? updateAccounts(context, connector, course, some, signal)
              : placePeople(context, connector, course, some, signal),
        async settle(refusals, some) {
          const results = resultsOf(some, refusals);
          if (results.some(({ kind }) => kind === 'done'))
            await systemTransaction(context, (tx) => planReadBack(tx, jobs[0], context.clock.now()));
          return results;
        },
      });
    },
  };
}

const personDeleted = learning.makeRemark('personDeleted');

/** Creates accounts, then enrols them; returns all refusals. */
async function placePeople(
  context: AppContext,
  connector: learning.Connector,
  course: learning.CourseRef,
  jobs: readonly queries.EnrolmentJob[],
  signal: AbortSignal,
): Promise<readonly learning.Refusal[]> {
  const userIds = jobs.map(({ userId }) => userId);
  const people = (await selectPeople(context.database.read, userIds)).map(learning.toPerson);
  const known = new Set(people.map(({ key }) => key));
  const gone = keysOf(jobs)
    .filter((key) => !known.has(key))
    .map((key) => ({ key, remark: personDeleted }));
  if (people.length === 0) return gone;
  const { accounts, refusals } = await connector.ensureUsers(course.organisation, people, signal);
  const repaired = new Set(keysOf(jobs.filter(({ isRepair }) => isRepair)));
  const unplaced = accounts.length > 0 ? await connector.enrol(course, accounts, signal, repaired) : [];
  return [...gone, ...refusals, ...unplaced];
}

/** Sets names and addresses of accounts. Skips people without one: a reading will show them as missing. */
async function updateAccounts(
  context: AppContext,
  connector: learning.Connector,
  { organisation }: learning.CourseRef,
  jobs: readonly queries.EnrolmentJob[],
  signal: AbortSignal,
): Promise<readonly learning.Refusal[]> {
  const userIds = jobs.map(({ userId }) => userId);
  const people = (await selectPeople(context.database.read, userIds)).map(learning.toPerson);
  const accounts = await connector.readAccounts(organisation, keysOf(jobs), signal);
  const present = people.filter(({ key }) => (accounts.get(key) ?? []).length > 0);
  if (present.length === 0) return [];
  return (await connector.ensureUsers(organisation, present, signal)).refusals;
}

function keysOf(jobs: readonly queries.EnrolmentJob[]): string[] {
  return jobs.map(({ platformUserId }) => platformUserId);
}

/** The results of jobs whose call answers with the people refused. */
function resultsOf(
  jobs: readonly { readonly platformUserId: string }[],
  refusals: readonly learning.Refusal[],
): JobResult[] {
  const refused = new Map(refusals.map(({ key, remark }) => [key, remark]));
  return jobs.map(({ platformUserId }) => {
    const remark = refused.get(platformUserId);
    return remark ? { kind: 'failed', reason: remark.text, remark } : { kind: 'done' };
  });
}
