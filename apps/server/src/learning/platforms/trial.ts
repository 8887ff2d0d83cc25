import { setTimeout as wait } from 'node:timers/promises';
import type {
  PlatformAnswer,
  PlatformTrial,
  TrialResult,
} from '@guichet/contract/learning/learning.platforms';
import type { Remark } from '@guichet/contract/learning/learning.remarks';
import { record, write } from '../../core/audit/audit.service.ts';
import type { AppContext, SystemsGrant } from '../../core/context/appContext.ts';
import { presentWords } from '../../core/runtime/foreignWords.ts';
import { callPlatform } from '../call.ts';
import * as learning from '../learning.service.ts';
import { completeForm } from './completeForm.ts';
import { readConnected } from './connected.ts';
import { openPlatform } from './connectors.ts';
import { getPlatform } from './platforms.ts';

/** A limit in seconds, longer than any call to a working platform, since a person waits. */
const timeoutSeconds = 60;

/** The mark of the course and the accounts of a trial. */
const mark = 'GUICHET-CHECK';

/** The most characters of the platform's product and site names. */
const mostName = 200;

const leftAll = learning.makeRemark('allStays');

const emptyQuiz = learning.makeRemark('emptyQuiz');

/** A platform's facts, before it is saved. @throws AppError `platform.notFound`, `request.invalid` */
export async function tryPlatform(
  context: AppContext,
  grant: SystemsGrant,
  trial: PlatformTrial,
): Promise<PlatformAnswer> {
  const connector = await openTrial(context, grant, trial);
  const called = await callPlatform(context, null, (signal) => connector.check(signal), timeoutSeconds);
  const answer: PlatformAnswer =
    'failure' in called
      ? { product: null, site: null, secondsAhead: null, problems: [called.failure.remark], notes: [] }
      : {
          ...called.answer,
          product: presentWords(called.answer.product, mostName),
          site: presentWords(called.answer.site, mostName),
          problems: [...called.answer.problems],
          notes: [...(called.answer.notes ?? [])],
          secondsAhead: called.answer.secondsAhead ?? null,
        };
  await tell(context, grant, trial, answer.problems.map(({ text }) => text).join(' '));
  return answer;
}

/** Finds problems that reading does not show: permissions, template copy, packs. Leaves nothing if it can. */
export async function tryPlatformWithCourse(
  context: AppContext,
  grant: SystemsGrant,
  trial: PlatformTrial,
): Promise<TrialResult> {
  const connector = await openTrial(context, grant, trial);
  const result = await makeTrialCourse(context, connector);
  await tell(
    context,
    grant,
    trial,
    result.steps
      .map(({ problem }) => problem?.text ?? '')
      .join(' ')
      .trim(),
  );
  return result;
}

async function openTrial(context: AppContext, grant: SystemsGrant, trial: PlatformTrial) {
  const { read } = context.database;
  const stored = trial.platformId ? await getPlatform(read, trial.platformId) : null;
  const consented = await readConnected(context, read, grant, trial);
  return openPlatform(context, completeForm(context, trial, stored, consented));
}

async function tell(context: AppContext, grant: SystemsGrant, { address }: PlatformTrial, reason: string) {
  await write(context, grant, async () =>
    record(null, { action: 'platform.tried', subject: null, detail: { address, reason } }),
  );
}

async function makeTrialCourse(context: AppContext, connector: learning.Connector): Promise<TrialResult> {
  const { clock, config } = context;
  const organisation = { id: 0, templateId: null, semesterId: null };
  const people = (['fr', 'en'] as const).map((language) => {
    const key = `${mark}-${language}`.toLowerCase();
    return { key, firstName: 'Guichet', lastName: mark, email: `${key}@example.com`, language };
  });
  const keys = people.map(({ key }) => key);
  const [person] = people as [(typeof people)[0]];
  const steps: TrialResult['steps'] = [];
  const notes: Remark[] = [];

  /** Null for a step that failed. */
  async function take<T>(
    step: TrialResult['steps'][number]['step'],
    call: (signal: AbortSignal) => Promise<T>,
    seconds = timeoutSeconds,
  ): Promise<T | null> {
    const called = await callPlatform(context, null, call, seconds);
    steps.push({ step, problem: 'failure' in called ? called.failure.remark : null });
    return 'failure' in called ? null : called.answer;
  }

  async function takeSteps(): Promise<void> {
    const order = {
      organisation,
      code: mark,
      title: mark,
      titleEn: '',
      examDate: clock.today(),
      endDate: '',
      isCancelled: true,
      made: null,
    };
    const made = await take(
      'course',
      (signal) => ensureHidden(connector, order, signal),
      connector.courseSeconds,
    );
    if (!made) return;
    if (made.quizzes?.every(({ hasQuestions }) => hasQuestions === false)) notes.push(emptyQuiz);
    const course = { organisation, code: mark, externalId: made.externalId };
    const accounts = await take('accounts', async (signal) => {
      const users = await connector.ensureUsers(organisation, people, signal);
      refuseNone(users.refusals);
      return users.accounts;
    });
    if (!accounts) return;
    const isEnrolled = await take('enrolment', async (signal) => {
      refuseNone(await connector.enrol(course, accounts, signal));
      const found = new Set((await connector.listEnrolments(course, signal)).map(({ key }) => key));
      if (!keys.every((key) => found.has(key)))
        throw new learning.ConnectorError('unseenEnrolments', 'never');
      return true;
    });
    if (!isEnrolled) return;
    // Extra time is optional: a failure here is a note, not a failed step.
    const problem = await extraTimeProblem(course, accounts);
    if (problem !== null) notes.push(...problem);
    const { language } = person;
    const returnTo = config.publicUrl;
    const signOn = { organisation, person, course: mark, isStaff: false, language, sessionId: '', returnTo };
    await take('signOn', (signal) => connector.signOnAddress(signOn, signal));
    await take('unenrolment', async (signal) => refuseNone(await connector.unenrol(course, keys, signal)));
  }

  async function extraTimeProblem(
    course: learning.CourseRef,
    accounts: readonly learning.Account[],
  ): Promise<Remark[] | null> {
    const today = { examDate: clock.today(), startTime: '', endTime: '', endDate: '' };
    const dates = { ...learning.examHours(today, config.timeZone), isForAll: true, former: [] };
    let hasQuizzes = true;
    for (const [extraTime, hours] of [[halfAnHour], [null], [null, dates]] as const) {
      const orders = accounts.map((account) => ({ account, extraTime, isForDates: hours !== undefined }));
      const called = await callPlatform(
        context,
        null,
        async (signal) => connector.setExtraTimes?.(course, orders, signal, hours) ?? [],
        timeoutSeconds,
      );
      if ('failure' in called) return without(hours, called.failure.remark);
      const problem = called.answer.find((fact) => fact.problem !== null)?.problem;
      if (problem) return without(hours, problem);
      hasQuizzes &&= !connector.setExtraTimes || called.answer.some(({ quizzes }) => quizzes > 0);
    }
    return hasQuizzes ? null : [noTimedQuiz];
  }

  const remove = () =>
    take('removal', async (signal) => connector.removeTrial?.(mark, keys, signal) ?? [leftAll]);
  // Removes remains of an aborted trial first, which would be found instead of created.
  if ((await remove()) === null) return { steps, notes };
  steps.pop();
  await takeSteps();
  notes.push(...((await remove()) ?? []));
  return { steps, notes };
}

const halfAnHour = { minutes: 30, factor: null } as const;
const noTimedQuiz = learning.makeRemark('noTimedQuiz');

/** The remarks that extra time, or dates of quizzes, cannot be set, and why. */
function without(dates: object | undefined, reason: Remark): Remark[] {
  const { code, text: said } = reason;
  if (dates) return [learning.makeRemark('noQuizDates'), reason];
  if (code === null) return [learning.makeRemark('extraTime', { said })];
  return [learning.makeRemark('noExtraTime'), reason];
}

async function ensureHidden(
  connector: learning.Connector,
  order: Parameters<learning.Connector['ensureCourse']>[0],
  signal: AbortSignal,
) {
  const made = await ensureReady(connector, order, signal);
  const { found, quizzes } = await connector.readCourse({ ...order, made }, signal);
  if (found?.isOpen !== false) throw new learning.ConnectorError('unreadCourse', 'never');
  return { ...made, quizzes };
}

/** Waits, as the queue does, for a copy that the platform makes by itself. */
async function ensureReady(
  connector: learning.Connector,
  order: Parameters<learning.Connector['ensureCourse']>[0],
  signal: AbortSignal,
): Promise<Awaited<ReturnType<learning.Connector['ensureCourse']>>> {
  for (;;) {
    try {
      return await connector.ensureCourse(order, signal);
    } catch (error) {
      if (!(error instanceof learning.ConnectorError) || error.retry !== 'unready') throw error;
      await wait(1000 * (error.retryAfterSeconds ?? 5), undefined, { signal });
    }
  }
}

function refuseNone([refusal]: readonly learning.Refusal[]): void {
  if (refusal) throw new learning.ConnectorError(refusal.remark, 'never');
}
