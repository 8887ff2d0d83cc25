import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';
import type { OfExam } from '../facts/facts.service.ts';

export async function isCandidate(db: ReadDb, examId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('enrolments')
    .select('exam_id')
    .where((eb) => eb.and({ exam_id: examId, user_id: userId }))
    .executeTakeFirst();
  return row !== undefined;
}

export interface Course extends OfExam {
  readonly id: string;
  readonly providerId: string;
  readonly contextId: string;
  readonly title: string;
  readonly membersAddress: string;
}

/** Stores a course of an exam, or its present title and address; true for a new one. */
export async function noteCourse(tx: WriteTx, course: Course, seen_at: Date): Promise<boolean> {
  const present = { title: course.title, members_address: course.membersAddress, seen_at };
  const stored = await tx
    .insertInto('lti_courses')
    .values({
      id: course.id,
      provider_id: course.providerId,
      system_id: course.systemId,
      exam_id: course.examId,
      context_id: course.contextId,
      ...present,
    })
    .onConflict((conflict) => conflict.columns(['exam_id', 'provider_id', 'context_id']).doUpdateSet(present))
    .returning('id')
    .executeTakeFirstOrThrow();
  return stored.id === course.id;
}

export function selectCourses(db: ReadDb, { systemId, examId }: OfExam) {
  return db
    .selectFrom('lti_courses as c')
    .innerJoin('identity_providers as p', 'p.id', 'c.provider_id')
    .select(['c.id', 'c.title', 'c.provider_id as providerId', 'c.members_address as membersAddress'])
    .select(['p.label_fr as labelFr', 'p.label_en as labelEn'])
    .where((eb) => eb.and({ 'c.system_id': systemId, 'c.exam_id': examId }))
    .orderBy('c.title')
    .orderBy('c.id')
    .execute();
}

/** The candidates of an exam, with the facts by which members of a course are recognized. */
export function selectPeople(db: ReadDb, { systemId, examId }: OfExam) {
  return db
    .selectFrom('enrolments as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select(['u.id as userId', 'u.email', 'u.student_number as studentNumber'])
    .select(sql<string>`trim(concat(u.first_name, ' ', u.last_name))`.as('name'))
    .where((eb) => eb.and({ 'e.system_id': systemId, 'e.exam_id': examId }))
    .orderBy('u.sort_name')
    .orderBy('u.id')
    .execute();
}
