import { systemTransaction } from '../src/core/audit/audit.service.ts';
import type { AppContext } from '../src/core/context/appContext.ts';
import { type Outcome, openQueue } from '../src/core/queue/queue.service.ts';
import { createExam } from '../src/exams/facts/facts.service.ts';
import { createAccount } from '../src/identity/users/users.service.ts';
import {
  type Connector,
  ConnectorError,
  plainRemark,
  planCourse,
  planEnrolments,
  toPlatformUserId,
} from '../src/learning/learning.service.ts';
import { platformHandlers } from '../src/learning/learning.worker.ts';
import type { Connectors } from '../src/learning/platforms/connectors.ts';

interface Candidate {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

let people = 0;

export function makeCandidates(count: number): Candidate[] {
  return Array.from({ length: count }, () => {
    const number = ++people;
    return { firstName: 'Zoé', lastName: `Côté ${number}`, email: `zoe${number}@guichet.test` };
  });
}

/** An exam space with its candidates, planned but not yet on the platform. */
export async function planExamSpace(
  context: AppContext,
  space: { systemId?: number; title?: string; examDate?: string; candidates?: readonly Candidate[] } = {},
) {
  const { systemId = 3, title = 'Hiver 2027', examDate = '2027-02-01', candidates = [] } = space;
  const now = context.clock.now();
  return systemTransaction(context, async (tx) => {
    const exam = { systemId, exam: { title, examDate }, coursePrefix: 'DC', now };
    const { id: examId, courseId } = await createExam(tx, exam);
    await planCourse(tx, { systemId, courseId, title, examDate, now });
    const importId = context.clock.uuid();
    const userIds: number[] = [];
    for (const candidate of candidates) {
      const userId = await createAccount(
        tx,
        {
          ...candidate,
          language: 'fr',
          passwordHash: null,
          mustChoosePassword: false,
          roles: [{ role: 'student', systemId }],
        },
        now,
      );
      userIds.push(userId);
      await tx
        .insertInto('enrolments')
        .values({
          system_id: systemId,
          exam_id: examId,
          user_id: userId,
          learning_platform_id: toPlatformUserId(userId),
          import_id: importId,
          enrolled_at: now,
        })
        .execute();
    }
    await planEnrolments(tx, { systemId, courseId, examId, importId, now });
    const keys = userIds.map(toPlatformUserId);
    return { systemId, examId, courseId, importId, userIds, keys };
  });
}

type Call = 'ensureCourse' | 'ensureUsers' | 'enrol' | 'unenrol';

/** An in-memory platform that fails on request. */
export interface FakePlatform extends Connector {
  readonly calls: Call[];
  readonly placed: Map<string, Set<string>>;
  /** Called before each call takes effect; throws to make it fail. */
  before: (call: Call) => void | Promise<void>;
  /** Keys that it refuses permanently, with the reason. */
  readonly refused: Map<string, string>;
}

export function openFakePlatform(batchSize = 10): FakePlatform {
  const placed = new Map<string, Set<string>>();
  const refused = new Map<string, string>();
  const calls: Call[] = [];
  const listOf = (code: string) => placed.get(code) ?? new Set<string>();
  const refusals = (keys: readonly string[]) =>
    keys
      .filter((key) => refused.has(key))
      .map((key) => ({ key, remark: plainRemark(refused.get(key) ?? '') }));
  const accountOf = (key: string) => ({
    key,
    externalId: `a${key}`,
    name: key,
    email: `${key}@guichet.test`,
    isSuspended: false,
  });
  const begin = async (call: Call) => {
    calls.push(call);
    await platform.before(call);
  };
  const platform: FakePlatform = {
    batchSize,
    courseSeconds: 60,
    check: async () => ({ product: 'fake', site: 'fake', problems: [] }),
    calls,
    placed,
    refused,
    before: () => {},
    async ensureCourse({ code }) {
      await begin('ensureCourse');
      placed.set(code, listOf(code));
      return { externalId: `x${code}`, semesterId: null };
    },
    readGrades: null,
    setExtraTimes: null,
    async readCourse({ made: _, organisation: _own, examDate: _date, isCancelled, ...order }) {
      const wanted = { ...order, isOpen: !isCancelled, semesterId: null, startsAt: null, endsAt: null };
      return { wanted, found: placed.has(order.code) ? wanted : null };
    },
    findByAddress: async () => [],
    readAccounts: async (_organisation, keys) => new Map(keys.map((key) => [key, [accountOf(key)]])),
    async ensureUsers(_organisation, persons) {
      await begin('ensureUsers');
      const made = persons.filter(({ key }) => !refused.has(key));
      return {
        accounts: made.map(({ key }) => ({ key, externalId: `a${key}` })),
        refusals: refusals(persons.map(({ key }) => key)),
      };
    },
    async enrol({ code }, accounts) {
      await begin('enrol');
      placed.set(code, listOf(code).union(new Set(accounts.map(({ key }) => key))));
      return [];
    },
    async unenrol({ code }, keys) {
      await begin('unenrol');
      placed.set(code, listOf(code).difference(new Set(keys)));
      return [];
    },
    async unenrolAccounts({ code }, externalIds) {
      const kept = [...listOf(code)].filter((key) => !externalIds.includes(`a${key}`));
      placed.set(code, new Set(kept));
    },
    listEnrolments: async ({ code }) =>
      [...listOf(code)].map((key) => ({ ...accountOf(key), role: 'student', isActive: true, twins: [] })),
    signOnAddress: async () => 'https://platform.example/in',
  };
  return platform;
}

export const isDown = (retryAfterSeconds: number | null = null) =>
  new ConnectorError(plainRemark('the platform is down'), 'later', retryAfterSeconds);

/** The connectors of a portal with this platform for all. */
export function asOnly(connector: Connector): Connectors {
  return { environment: connector, of: async () => connector };
}

/** Processes the job that has been due longest; null where nothing is due. */
export async function processNextJob(context: AppContext, connector: Connector): Promise<Outcome | null> {
  const queue = openQueue(context, platformHandlers(context, asOnly(connector)));
  try {
    return await queue.runOnce();
  } finally {
    await queue.stop();
  }
}

/** Processes jobs until nothing is due; returns their number. */
export async function drain(context: AppContext, connector: Connector): Promise<number> {
  for (let calls = 0; calls < 1000; calls += 1) {
    if (!(await processNextJob(context, connector))) return calls;
  }
  throw new Error('the queue never came to rest');
}

export function readEnrolmentJobs(context: AppContext, courseId: string) {
  return context.database.read
    .selectFrom('platform_enrolments')
    .select([
      'platform_user_id as key',
      'wanted',
      'state',
      'attempts',
      'version',
      'last_error as lastError',
      'last_remark as lastRemark',
    ])
    .where('course_id', '=', courseId)
    .orderBy('user_id')
    .execute();
}
