import { systemTransaction } from '../../audit/audit.service.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import type { JobHandler } from '../../queue/queue.service.ts';
import { callPlatform, failedOutcome } from '../call.ts';
import { type ReadingJob, readingJobs } from '../jobs.queries.ts';
import { type Connector, getOrganisation } from '../learning.service.ts';
import type { Connectors } from '../platforms/connectors.ts';
import { compare, type Facts, type Findings, findMissing, unmade } from './compare.ts';
import { selectExpected, updateFindings } from './readings.queries.ts';

/** Ten thousand people take a Moodle site about two minutes. */
const readingSeconds = 15 * 60;

/** Reads one course of a platform after the other, compares, and stores what differs; takes off it the strangers that somebody asked for. */
export function readingHandler(context: AppContext, connectors: Connectors): JobHandler<ReadingJob> {
  return {
    table: readingJobs,
    slots: 4,
    slotsPerDestination: 1,
    claimAtOnce: 1,
    givesWay: true,
    async handle(jobs, _slot, stop) {
      const [job] = jobs;
      const read = async (signal: AbortSignal) =>
        readAndCompare(context, await connectors.of(job.platformId), job, signal);
      const called = await callPlatform(context, stop, read, readingSeconds);
      if ('failure' in called) return failedOutcome(jobs, called, stop);
      const { answer } = called;
      await systemTransaction(context, (tx) =>
        updateFindings(tx, job, { ...answer, now: context.clock.now() }),
      );
      return { results: [{ kind: 'done' }] };
    },
  };
}

interface Compared {
  readonly findings: Findings;
  /** Who was taken off the course. */
  readonly removed: readonly string[];
}

async function readAndCompare(
  context: AppContext,
  connector: Connector,
  job: ReadingJob,
  signal: AbortSignal,
): Promise<Compared> {
  const { courseId, externalId } = job;
  if (externalId === null) return { findings: unmade(courseId), removed: [] };
  const read = () => readCourse(context, connector, { ...job, externalId }, signal);
  const findings = await read();
  const removed = findings.strangers
    .map(({ externalId }) => externalId)
    .filter((id) => job.removals.includes(id));
  if (removed.length === 0) return { findings, removed: job.removals };
  await connector.unenrolAccounts(await refOf(context, { ...job, externalId }), removed, signal);
  // What the platform answered is not what stands there.
  return { findings: await read(), removed: job.removals };
}

/** Who is brought onto the course or off it while it is read is not judged. */
async function readCourse(
  context: AppContext,
  connector: Connector,
  job: MadeJob,
  signal: AbortSignal,
): Promise<Findings> {
  const { database } = context;
  const before = await selectExpected(database.read, job);
  const course = await refOf(context, job);
  const facts = await readFacts(connector, { job, course, before }, signal);
  const known = new Map(before.map((person) => [person.key, JSON.stringify(person)]));
  const after = await selectExpected(database.read, job);
  const isSame = (person: (typeof after)[number]) => known.get(person.key) === JSON.stringify(person);
  const expected = after.map((person) => ({ ...person, isSettled: person.isSettled && isSame(person) }));
  return compare(facts, expected);
}

async function readFacts(
  connector: Connector,
  { job, course, before }: { job: MadeJob; course: CourseOfJob; before: Expected },
  signal: AbortSignal,
): Promise<Facts> {
  const { title, titleEn, examDate, isCancelled, semesterId } = job;
  const made = { externalId: course.externalId, semesterId };
  const { organisation, code } = course;
  const reading = await connector.readCourse(
    { organisation, code, title, titleEn, examDate, isCancelled, made },
    signal,
  );
  if (reading.found === null) return { course: reading, enrolled: [], accounts: new Map() };
  const enrolled = await connector.listEnrolments(course, signal);
  const missing = findMissing(before, enrolled);
  const accounts =
    missing.length === 0 ? new Map() : await connector.readAccounts(organisation, missing, signal);
  return { course: reading, enrolled, accounts };
}

type MadeJob = ReadingJob & { readonly externalId: string };
type Expected = Awaited<ReturnType<typeof selectExpected>>;
type CourseOfJob = Awaited<ReturnType<typeof refOf>>;

async function refOf({ database }: AppContext, { systemId, courseId: code, externalId }: MadeJob) {
  const organisation = await getOrganisation(database.read, systemId);
  return { organisation, code, externalId };
}
