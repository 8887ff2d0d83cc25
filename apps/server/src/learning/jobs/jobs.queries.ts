import { notifyAfterCommit } from '../../core/audit/audit.service.ts';
import type { WriteTx } from '../../core/database/database.ts';
import { defineJobs, requeueJobs } from '../../core/queue/queue.service.ts';
import { learningTopic } from './planning.queries.ts';

export interface CourseJob {
  readonly systemId: number;
  readonly courseId: string;
  readonly title: string;
  readonly titleEn: string;
  readonly examDate: string;
  readonly endDate: string;
  readonly isCancelled: boolean;
  /** The platform's ids of the course, and of the semester where it was made; null before, or for none. */
  readonly externalId: string | null;
  readonly semesterId: number | null;
  /** The registered platform; null for the platform of the environment. */
  readonly platformId: number | null;
  /** Somebody who saw how the course differs asked for this job. */
  readonly isRepair: boolean;
}

export interface EnrolmentJob {
  readonly systemId: number;
  readonly courseId: string;
  readonly externalId: string;
  readonly platformUserId: string;
  readonly userId: number;
  readonly wanted: 'in' | 'out';
  readonly platformId: number | null;
  /** Somebody who saw how the person differs on the platform asked for this job. */
  readonly isRepair: boolean;
  /** The person was corrected after their enrolment: only name and address of the account are to be set. */
  readonly onlyAccount: boolean;
}

export interface ExtraTimeJob extends Omit<EnrolmentJob, 'userId' | 'wanted' | 'isRepair' | 'onlyAccount'> {
  /** Only the dates of quizzes are set for the person. */
  readonly isForDates: boolean;
}

export interface ReadingJob extends Omit<CourseJob, 'isRepair'> {
  /** The platform's ids of people whose removal from the course was asked for. */
  readonly removals: readonly string[];
}

/** An SQL expression over the course `c` of an enrolment or a reading `j`. */
const ofCourse = (text: string) =>
  `(select ${text} from platform_courses c where c.system_id = j.system_id and c.course_id = j.course_id)`;

/** Each platform is a destination, so that an outage of one platform stops no jobs of others. */
const destinationOf = (row: string) => `'learningPlatform' || coalesce(':' || ${row}.platform_id::text, '')`;

const destinationOfCourse = {
  sql: ofCourse(destinationOf('c')),
  isAmong: (names: string) => `(j.system_id, j.course_id) in (
    select c.system_id, c.course_id from platform_courses c
    where cardinality(${names}) > 0 and ${destinationOf('c')} = any (${names}))`,
};

/** The destination of a platform, as the SQL text above gives it. */
export function destinationOfPlatform(platformId: number | null): string {
  return platformId === null ? 'learningPlatform' : `learningPlatform:${platformId}`;
}

/** Null for the platform of the environment; undefined for a destination that is no platform. */
export function platformIdOfDestination(destination: string): number | null | undefined {
  const [kind, id] = destination.split(':');
  if (kind !== 'learningPlatform') return undefined;
  return id === undefined ? null : Number(id);
}

/** A row may be planned anew while it is leased. */
const shared = {
  states: { queued: 'pending', running: 'pending', done: 'done' },
  topic: learningTopic,
  backoff: { waits: [10, 20, 40, 80, 160, 320, 640, 1280, 1800], spread: 0, mostTries: null },
  isVersioned: true,
  remarkIn: 'last_remark',
} as const;

export const courseJobs = defineJobs<CourseJob>({
  ...shared,
  destination: { sql: destinationOf('j') },
  name: 'platform_courses',
  key: { system_id: 'integer', course_id: 'text' },
  fields: {
    systemId: 'j.system_id',
    courseId: 'j.course_id',
    title: 'j.title',
    titleEn: 'j.title_en',
    examDate: 'j.exam_date',
    endDate: 'j.end_date',
    isCancelled: 'j.cancelled_at is not null',
    externalId: 'j.external_id',
    semesterId: 'j.semester_id',
    platformId: 'j.platform_id',
    isRepair: 'j.is_repair',
  },
});

const externalId = ofCourse('external_id');

/** Enrolments to create or remove. Due once the platform has the course, and it is not under repair. */
export const enrolmentJobs = defineJobs<EnrolmentJob>({
  ...shared,
  destination: destinationOfCourse,
  name: 'platform_enrolments',
  key: { system_id: 'integer', course_id: 'text', platform_user_id: 'text' },
  fields: {
    systemId: 'j.system_id',
    courseId: 'j.course_id',
    externalId,
    platformUserId: 'j.platform_user_id',
    userId: 'j.user_id',
    wanted: 'j.wanted',
    platformId: ofCourse('platform_id'),
    isRepair: 'j.is_repair',
    onlyAccount: 'j.only_account',
  },
  ready: `${externalId} is not null and not ${ofCourse("c.is_repair and c.state in ('pending', 'waiting')")}`,
  doneAt: 'done_at',
  gauge: { name: 'guichet_learning_waiting', help: 'Enrolments not yet confirmed by the learning platform.' },
});

/** Extra time to set or to take away. Due once the person's enrolment has no job under way. */
export const extraTimeJobs = defineJobs<ExtraTimeJob>({
  ...shared,
  destination: destinationOfCourse,
  name: 'platform_extra_times',
  key: { system_id: 'integer', course_id: 'text', platform_user_id: 'text' },
  fields: {
    systemId: 'j.system_id',
    courseId: 'j.course_id',
    externalId,
    platformUserId: 'j.platform_user_id',
    platformId: ofCourse('platform_id'),
    isForDates: 'j.dates_alone',
  },
  ready: `${externalId} is not null and not exists (
    select from platform_enrolments e
    where e.system_id = j.system_id and e.course_id = j.course_id and e.platform_user_id = j.platform_user_id
      and e.state in ('pending', 'waiting'))`,
});

/** The course's own job is pending, or is to create it within an hour of the reading, which waits for it. */
const isCourseUnderway = ofCourse(
  `c.state = 'pending' or c.state = 'waiting' and c.external_id is null and c.next_try_at < j.next_try_at + interval '1 hour'`,
);

/** Readings of courses, each once the course has no other job under way; some are planned for the night. */
export const readingJobs = defineJobs<ReadingJob>({
  ...shared,
  destination: destinationOfCourse,
  name: 'platform_readings',
  key: { system_id: 'integer', course_id: 'text' },
  fields: {
    systemId: 'j.system_id',
    courseId: 'j.course_id',
    title: ofCourse('title'),
    titleEn: ofCourse('title_en'),
    examDate: ofCourse('exam_date'),
    endDate: ofCourse('end_date'),
    isCancelled: ofCourse('cancelled_at is not null'),
    externalId,
    semesterId: ofCourse('semester_id'),
    platformId: ofCourse('platform_id'),
    removals: 'j.removals',
  },
  isTimed: 'true',
  ready: `not ${isCourseUnderway} and not exists (
    select from platform_enrolments e
    where e.system_id = j.system_id and e.course_id = j.course_id and e.state = 'pending') and not exists (
    select from platform_extra_times x join platform_courses c using (system_id, course_id)
    where x.system_id = j.system_id and x.course_id = j.course_id and x.state = 'pending' and c.sets_dates)`,
});

/** Makes all failed and waiting jobs of a course due now; returns the number of rows. */
export async function planRetry(
  tx: WriteTx,
  { systemId, courseId, now }: { readonly systemId: number; readonly courseId: string; readonly now: Date },
): Promise<number> {
  const which = { system_id: systemId, course_id: courseId };
  const courses = await requeueJobs(tx, courseJobs, which, now);
  const enrolments = await requeueJobs(tx, enrolmentJobs, which, now);
  const extraTimes = await requeueJobs(tx, extraTimeJobs, which, now);
  return courses.length + enrolments.length + extraTimes.length;
}

/** Stores the ids of a course, whose enrolments may begin, unless it was moved to another platform meanwhile. */
export async function updateMadeCourse(
  tx: WriteTx,
  { systemId, courseId, platformId }: CourseJob,
  { externalId, semesterId }: { readonly externalId: string; readonly semesterId: number | null },
): Promise<void> {
  notifyAfterCommit(tx, learningTopic);
  await tx
    .updateTable('platform_courses')
    .set({ external_id: externalId, semester_id: semesterId })
    .where((eb) => eb.and({ system_id: systemId, course_id: courseId }))
    .where('platform_id', 'is not distinct from', platformId)
    .execute();
}
