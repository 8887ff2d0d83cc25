/**
 * Owns the readings of exams on the learning platforms, and plans the repair of differences.
 * Does not know the platforms (their connectors) nor why somebody is in an exam (exams).
 */
import {
  type CourseDrift,
  type Drift,
  type Repair,
  type Stranger,
  shownDrifts,
} from '@guichet/contract/learning/learning.drift';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, WriteTx } from '../../core/context/appContext.ts';
import { dayIn, secondsAfter, timeIn } from '../../core/runtime/clock.ts';
import { planQuizDates } from '../extraTimes/extraTimes.queries.ts';
import type { CourseJob } from '../jobs/jobs.queries.ts';
import { planReading, planReadings } from '../jobs/readingPlans.queries.ts';
import { storedRemark } from '../learning.service.ts';
import { forgetCourse, planCourse, planEnrolments, watchedDays } from '../plan/plan.queries.ts';
import { type Findings, nothing } from './compare.ts';
import * as queries from './readings.queries.ts';

export { countDrifts, countRepaired } from './readings.queries.ts';

interface OfExam extends Pick<CourseJob, 'systemId' | 'courseId' | 'title' | 'titleEn' | 'examDate'> {
  readonly examId: number;
  readonly endDate?: string;
  readonly now: Date;
}

/** The findings of a course's last reading, with names and addresses as they are in the portal now. */
export async function getDrift(
  db: ReadDb,
  of: { readonly systemId: number; readonly courseId: string },
  now: Date,
): Promise<Drift> {
  const reading = await queries.selectReading(db, of, now);
  const { findings, reason, remark, ...facts } = reading ?? {
    state: null,
    reason: null,
    remark: null,
    nextTryAt: null,
    readAt: null,
    findings: null,
    counts: { course: 0, missing: 0, changed: 0, strangers: 0 },
  };
  const found = findings ?? nothing;
  const shown = {
    missing: found.missing.slice(0, shownDrifts),
    changed: found.changed.slice(0, shownDrifts),
  };
  const keys = [...shown.missing, ...shown.changed].map(({ key }) => key);
  const people = new Map(
    (await queries.selectNames(db, of, keys)).map(({ key, ...person }) => [key, person]),
  );
  const named = <Row extends { readonly key: string }>(row: Row) => ({
    ...row,
    ...(people.get(row.key) ?? { name: null, email: null }),
  });
  return {
    ...facts,
    reason: storedRemark({ reason, remark }),
    ...found,
    course: [...found.course],
    missing: shown.missing.map(named),
    changed: shown.changed.map(named),
    strangers: found.strangers.slice(0, shownDrifts),
  };
}

export { planReading } from '../jobs/readingPlans.queries.ts';

/**
 * Plans the repair of these rows, then a reading. `count`: the rows now planned; `strangers`: the strangers
 * among them. Rows already under repair are left out, so that a repair sent twice is done once.
 */
export async function planRepair(
  tx: WriteTx,
  of: OfExam,
  repair: Repair,
): Promise<{ readonly count: number; readonly strangers: readonly Stranger[] }> {
  const reading = await queries.lockReading(tx, of);
  if (!reading?.findings) return { count: 0, strangers: [] };
  const rows = rowsOf(reading.findings, repair);
  const course = (await queries.isCourseSettled(tx, of)) ? rows.course : [];
  const strangers = rows.strangers.filter(({ externalId }) => !reading.removals.includes(externalId));
  const userIds = await queries.selectSettled(tx, of, rows.keys);
  const count = course.length + strangers.length + userIds.length;
  if (count === 0) return { count, strangers };
  const isGone = course.some(({ fact }) => fact === 'gone');
  if (isGone) await forgetCourse(tx, of);
  const shut = course.filter(({ fact }) => fact === 'shut');
  if (course.length > shut.length) await planCourse(tx, { ...of, isRepair: true });
  if (shut.length > 0) await planQuizDates(tx, of);
  const meant = isGone ? await queries.selectWanted(tx, of) : userIds;
  if (meant.length > 0) await planEnrolments(tx, { ...of, userIds: meant, isRepair: true });
  for (const { externalId } of strangers) await queries.addRemoval(tx, of, externalId);
  await queries.addRepaired(tx, of, count);
  await planReading(tx, of, of.now);
  return { count, strangers };
}

function rowsOf({ course, missing, changed, strangers }: Findings, repair: Repair) {
  const isAll = repair.what === 'all';
  const people = [...missing, ...changed].filter(({ isRepairable }) => isRepairable).map(({ key }) => key);
  const isMeant = (key: string) => isAll || (repair.what === 'person' && repair.key === key);
  return {
    keys: [...new Set(people)].filter(isMeant),
    course: course.filter(
      ({ fact, isRepairable }) => isRepairable && (isAll || repair.what === whatOf(fact)),
    ),
    strangers: strangers.filter(
      ({ externalId }) => repair.what === 'stranger' && repair.externalId === externalId,
    ),
  };
}

function whatOf(fact: CourseDrift['fact']): Repair['what'] {
  return fact === 'shut' ? 'dates' : 'course';
}

/** The hours of night, in the university's zone, in which exams are read. */
const night = { from: '01:00', to: '05:00' };
/** An exam read within these hours is not read again by night. */
const freshHours = 6;

/** By night, plans a reading of each watched exam without a fresh reading; returns how many it planned. */
export async function planNightlyReadings(context: AppContext): Promise<number> {
  const now = context.clock.now();
  const { timeZone } = context.config;
  const time = timeIn(timeZone)(now);
  if (time < night.from || time >= night.to) return 0;
  const from = dayIn(timeZone)(secondsAfter(now, -watchedDays * 24 * 60 * 60));
  const since = secondsAfter(now, -freshHours * 60 * 60);
  return systemTransaction(context, (tx) => planReadings(tx, { now, from, since }));
}
