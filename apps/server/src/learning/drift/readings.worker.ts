import { systemTransaction } from '../../core/audit/audit.service.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import type { JobHandler } from '../../core/queue/queue.service.ts';
import { callForJobs } from '../call.ts';
import { type ReadingJob, readingJobs } from '../jobs/jobs.queries.ts';
import * as learning from '../learning.service.ts';
import type { Connectors } from '../platforms/connectors.ts';
import { compare, type Facts, type Findings, findMended, findMissing, unmade } from './compare.ts';
import { readShutQuizzes } from './quizDates.ts';
import { isOfAnotherExam, type SettledPlace, selectExpected, updateFindings } from './readings.queries.ts';

/** A Moodle site takes about two minutes for ten thousand people. */
const readingSeconds = 15 * 60;

/** Reads a platform's courses one by one, compares, stores drifts; removes strangers when asked to. */
export function readingHandler(context: AppContext, connectors: Connectors): JobHandler<ReadingJob> {
  return {
    table: readingJobs,
    slots: 4,
    slotsPerDestination: 1,
    claimAtOnce: 1,
    givesWay: true,
    async handle(jobs, _slot, stop) {
      const [job] = jobs;
      return callForJobs(context, connectors, jobs, stop, {
        seconds: readingSeconds,
        call: (connector, _jobs, signal) => readAndCompare(context, connector, job, signal),
        async settle({ refusal, ...found }) {
          const now = context.clock.now();
          await systemTransaction(context, (tx) => updateFindings(tx, job, { ...found, now }));
          if (!refusal) return [{ kind: 'done' }];
          return [{ kind: 'failed', reason: refusal.message, remark: refusal.remark }];
        },
      });
    },
  };
}

interface Compared {
  readonly findings: Findings;
  /** People whom the platform had refused and who stand as wanted all the same. */
  readonly mended: readonly SettledPlace[];
  /** Ids of strangers for whom no removal is asked any more. */
  readonly removed: readonly string[];
  /** Why a stranger could not be removed from the course. */
  readonly refusal?: learning.ConnectorError | null;
}

async function readAndCompare(
  context: AppContext,
  connector: learning.Connector,
  job: ReadingJob,
  signal: AbortSignal,
): Promise<Compared> {
  const { courseId, externalId } = job;
  if (externalId === null) return { findings: unmade(courseId), mended: [], removed: [] };
  const read = () => readCourse(context, connector, { ...job, externalId }, signal);
  const { findings, mended, course } = await read();
  const removed = findings.strangers
    .map(({ externalId }) => externalId)
    .filter((id) => job.removals.includes(id));
  if (removed.length === 0) return { findings, mended, removed: job.removals };
  const refusal = await takeOff(connector, course, removed, signal);
  // The platform's answer to the removal does not prove it, so the course is read again.
  const { course: _, ...again } = await read();
  return { ...again, removed: job.removals, refusal };
}

/** Returns a refusal for good instead of throwing it: else the removal would fail each later reading. */
async function takeOff(
  connector: learning.Connector,
  course: learning.CourseRef,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<learning.ConnectorError | null> {
  try {
    await connector.unenrolAccounts(course, ids, signal);
    return null;
  } catch (error) {
    if (error instanceof learning.ConnectorError && error.retry === 'never') return error;
    throw error;
  }
}

/** People whose row changes during the reading are not judged. `course`: how the course can be found. */
async function readCourse(
  context: AppContext,
  connector: learning.Connector,
  job: MadeJob,
  signal: AbortSignal,
): Promise<Pick<Compared, 'findings' | 'mended'> & { readonly course: learning.CourseRef }> {
  const { database } = context;
  const before = await selectExpected(database.read, job);
  const reading = await readItself(context, connector, job, signal);
  const course = {
    organisation: await learning.getOrganisation(database.read, job.systemId),
    // A course that has lost our code is found by its present code.
    code: reading.isUnmarked && reading.found ? reading.found.code : job.courseId,
    externalId: job.externalId,
  };
  const facts = await readFacts(connector, { reading, course, before }, signal);
  const { enrolled } = facts;
  const people = { enrolled, expected: before };
  const shut = reading.found && (await readShutQuizzes(context, connector, { course, job }, people, signal));
  const known = new Map(before.map((person) => [person.key, JSON.stringify(person)]));
  const after = await selectExpected(database.read, job);
  const isSame = (person: (typeof after)[number]) => known.get(person.key) === JSON.stringify(person);
  const expected = after.map((person) => ({ ...person, isSettled: person.isSettled && isSame(person) }));
  const findings = compare({ ...facts, shut }, expected);
  return { findings, mended: findMended(facts, expected, findings), course };
}

/** The course without its people; `found` is null for another exam's course. */
async function readItself(
  { database }: AppContext,
  connector: learning.Connector,
  job: MadeJob,
  signal: AbortSignal,
): Promise<learning.CourseReading> {
  const { systemId, courseId: code, externalId, semesterId } = job;
  const { title, titleEn, examDate, endDate, isCancelled } = job;
  const organisation = await learning.getOrganisation(database.read, systemId);
  const made = { externalId, semesterId };
  const order = { organisation, code, title, titleEn, examDate, endDate, isCancelled, made };
  const reading = await connector.readCourse(order, signal);
  if (!reading.found || !reading.isUnmarked) return reading;
  const isAnothers = await isOfAnotherExam(database.read, job, reading.found.code);
  return isAnothers ? { wanted: reading.wanted, found: null } : reading;
}

async function readFacts(
  connector: learning.Connector,
  of: { reading: learning.CourseReading; course: learning.CourseRef; before: Expected },
  signal: AbortSignal,
): Promise<Facts> {
  const { reading, course, before } = of;
  if (reading.found === null) return { course: reading, enrolled: [], accounts: new Map() };
  const enrolled = await connector.listEnrolments(course, signal);
  const missing = findMissing(before, enrolled);
  const accounts =
    missing.length === 0 ? new Map() : await connector.readAccounts(course.organisation, missing, signal);
  return { course: reading, enrolled, accounts };
}

type MadeJob = ReadingJob & { readonly externalId: string };
type Expected = Awaited<ReturnType<typeof selectExpected>>;
