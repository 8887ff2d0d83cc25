import type { WriteTx } from '../platform/database/database.ts';
import { defineJobs, requeueJobs } from '../queue/queue.service.ts';

export interface CourseJob {
  readonly systemId: number;
  readonly courseId: string;
  readonly title: string;
  readonly examDate: string;
  readonly isCancelled: boolean;
}

export interface EnrolmentJob {
  readonly systemId: number;
  readonly courseId: string;
  /** The platform's own id of the course. */
  readonly externalId: string;
  readonly platformUserId: string;
  readonly userId: number;
  readonly wanted: 'in' | 'out';
}

/** Both kinds go to one platform, so they share its outage. A row may be planned anew while it is leased. */
const shared = {
  states: { queued: 'pending', running: 'pending', done: 'done' },
  destination: { name: 'learningPlatform' },
  topic: 'learning',
  backoff: { waits: [10, 20, 40, 80, 160, 320, 640, 1280, 1800], spread: 0, mostTries: null },
  isVersioned: true,
} as const;

export const courseJobs = defineJobs<CourseJob>({
  ...shared,
  name: 'platform_courses',
  key: { system_id: 'integer', course_id: 'text' },
  fields: {
    systemId: 'j.system_id',
    courseId: 'j.course_id',
    title: 'j.title',
    examDate: 'j.exam_date',
    isCancelled: 'j.cancelled_at is not null',
  },
});

const externalId =
  '(select external_id from platform_courses c where c.system_id = j.system_id and c.course_id = j.course_id)';

/** Enrolments to create or remove. Due once the platform has created the course. */
export const enrolmentJobs = defineJobs<EnrolmentJob>({
  ...shared,
  name: 'platform_enrolments',
  key: { system_id: 'integer', course_id: 'text', platform_user_id: 'text' },
  fields: {
    systemId: 'j.system_id',
    courseId: 'j.course_id',
    externalId,
    platformUserId: 'j.platform_user_id',
    userId: 'j.user_id',
    wanted: 'j.wanted',
  },
  ready: `${externalId} is not null`,
  doneAt: 'done_at',
  gauge: { name: 'guichet_learning_waiting', help: 'Enrolments that do not hold on the platform yet.' },
});

/** Makes everything of a course that failed or waits due at once; returns the number of rows. */
export async function planRetry(
  tx: WriteTx,
  { systemId, courseId, now }: { readonly systemId: number; readonly courseId: string; readonly now: Date },
): Promise<number> {
  const which = { system_id: systemId, course_id: courseId };
  return (await requeueJobs(tx, courseJobs, which, now)) + (await requeueJobs(tx, enrolmentJobs, which, now));
}

export async function updateExternalId(
  tx: WriteTx,
  { systemId, courseId }: CourseJob,
  id: string,
): Promise<void> {
  await tx
    .updateTable('platform_courses')
    .set({ external_id: id })
    .where('system_id', '=', systemId)
    .where('course_id', '=', courseId)
    .execute();
}
