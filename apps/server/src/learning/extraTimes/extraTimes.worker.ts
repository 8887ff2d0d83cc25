import { systemTransaction } from '../../core/audit/audit.service.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Job, JobHandler, JobResult } from '../../core/queue/queue.service.ts';
import { callForJobs } from '../call.ts';
import { type ExtraTimeJob, extraTimeJobs } from '../jobs/jobs.queries.ts';
import * as learning from '../learning.service.ts';
import type { Connectors } from '../platforms/connectors.ts';
import * as queries from './extraTimes.queries.ts';

/** A long limit in seconds, since overrides are written quiz by quiz. */
const settingSeconds = 5 * 60;

/** The outcome of one job. `facts` is null where the portal sets no extra time on the platform. */
interface ExtraTimeOutcome {
  readonly job: Job<ExtraTimeJob>;
  readonly isWanted: boolean;
  readonly facts: learning.ExtraTimeFacts | null;
}

/** Sets people's extra time on the platform, or takes it away there, as it is when the job runs. */
export function extraTimeHandler(context: AppContext, connectors: Connectors): JobHandler<ExtraTimeJob> {
  return {
    table: extraTimeJobs,
    slots: 4,
    slotsPerDestination: 1,
    claimAtOnce: connectors.environment.batchSize,
    givesWay: true,
    batchOf: ({ systemId, courseId }) => `${systemId}/${courseId}`,
    async handle(jobs, _slot, stop) {
      const { systemId, courseId: code, externalId } = jobs[0];
      const organisation = await learning.getOrganisation(context.database.read, systemId);
      const course = { organisation, code, externalId };
      return callForJobs(context, connectors, jobs, stop, {
        seconds: settingSeconds,
        call: (connector, some, signal) => setExtraTimes(context, connector, course, some, signal),
        async settle(outcomes) {
          await keep(context, { systemId, courseId: code }, outcomes);
          return outcomes.map(resultOf);
        },
      });
    },
  };
}

async function setExtraTimes(
  { database, config }: AppContext,
  connector: learning.Connector,
  course: learning.CourseRef,
  jobs: readonly [Job<ExtraTimeJob>, ...Job<ExtraTimeJob>[]],
  signal: AbortSignal,
): Promise<ExtraTimeOutcome[]> {
  const keys = jobs.map(({ platformUserId }) => platformUserId);
  const extraTimes = await queries.selectExtraTimes(database.read, jobs[0]);
  const exam = await queries.selectHours(database.read, jobs[0]);
  const hours = exam && { ...quizHours(exam, config.timeZone), extraTimes: [...extraTimes.values()] };
  const forDates = new Set(jobs.flatMap((job) => (job.isForDates ? job.platformUserId : [])));
  const wanted = { keys, extraTimes, forDates, hours };
  const facts = connector.setExtraTimes && (await setThem(connector, course, wanted, signal));
  return jobs.map((job) => ({
    job,
    isWanted: extraTimes.has(job.platformUserId),
    facts: facts && (facts.get(job.platformUserId) ?? unanswered(job.platformUserId)),
  }));
}

function quizHours(
  exam: NonNullable<Awaited<ReturnType<typeof queries.selectHours>>>,
  timeZone: string,
): learning.QuizHours {
  const former = exam.formerHours.map(({ startsAt, endsAt }) => ({
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
  }));
  return { ...learning.examHours(exam, timeZone), isForAll: exam.setsDates, former };
}

/** Sets no time for people without an account, or with several, since nobody knows whose is whose. */
async function setThem(
  connector: learning.Connector,
  course: learning.CourseRef,
  of: {
    readonly keys: readonly string[];
    readonly extraTimes: ReadonlyMap<string, learning.ExtraTime>;
    readonly forDates: ReadonlySet<string>;
    readonly hours: learning.QuizHours | undefined;
  },
  signal: AbortSignal,
): Promise<ReadonlyMap<string, learning.ExtraTimeFacts>> {
  const { keys, extraTimes, forDates, hours } = of;
  const accounts = await connector.readAccounts(course.organisation, keys, signal);
  const orders = keys.flatMap((key) => {
    const [account, ...twins] = accounts.get(key) ?? [];
    if (!account || twins.length > 0) return [];
    const order = {
      account: { key, externalId: account.externalId },
      extraTime: extraTimes.get(key) ?? null,
    };
    return forDates.has(key) ? { ...order, isForDates: true } : order;
  });
  const answered = orders.length > 0 ? await connector.setExtraTimes?.(course, orders, signal, hours) : [];
  const facts = new Map((answered ?? []).map((fact) => [fact.key, fact]));
  for (const key of keys) {
    const ids = (accounts.get(key) ?? []).map(({ externalId }) => externalId);
    if (ids.length === 1) continue;
    const problem =
      ids.length > 1 ? learning.makeRemark('accountTwins', { ids }) : extraTimes.has(key) ? noAccount : null;
    facts.set(key, { key, quizzes: 0, inPlace: 0, problem });
  }
  return facts;
}

const noAccount = learning.makeRemark('noAccount');

function unanswered(key: string): learning.ExtraTimeFacts {
  const problem = learning.plainRemark('the platform did not say what came of it');
  return { key, quizzes: 0, inPlace: 0, problem };
}

function resultOf({ facts }: ExtraTimeOutcome): JobResult {
  const remark = facts?.problem;
  return remark ? { kind: 'failed', reason: remark.text, remark } : { kind: 'done' };
}

/** Runs before the queue settles the jobs: deletes rows of people whose extra time was taken away. */
async function keep(
  context: AppContext,
  of: { readonly systemId: number; readonly courseId: string },
  outcomes: readonly ExtraTimeOutcome[],
): Promise<void> {
  const versionOf = ({ platformUserId, version }: Job<ExtraTimeJob>) => ({
    platformUserId,
    version: version ?? 0,
  });
  const taken = outcomes.filter(({ isWanted, facts }) => !isWanted && !facts?.problem);
  const read = outcomes
    .filter((one) => !taken.includes(one))
    .map(({ job, facts }) => ({
      ...versionOf(job),
      quizzes: facts?.quizzes ?? null,
      inPlace: facts?.inPlace ?? null,
    }));
  await systemTransaction(context, async (tx) => {
    await queries.updateFacts(tx, of, read, context.clock.now());
    await queries.deleteTakenAway(
      tx,
      of,
      taken.map(({ job }) => versionOf(job)),
    );
  });
}
