import type { Exam, ExamFacts, NewExamSpace } from '@guichet/contract/exams';
import { sql } from 'kysely';
import type { ReadDb } from '../platform/database/database.ts';

/** What an exam says of itself, of `cohorts as c`. */
export const factColumns = [
  'c.exam_date as examDate',
  'c.title_fr as titleFr',
  'c.title_en as titleEn',
  'c.start_time as startTime',
  'c.end_time as endTime',
  'c.place_fr as placeFr',
  'c.place_en as placeEn',
  'c.place_url as placeUrl',
  'c.instructions_fr as instructionsFr',
  'c.instructions_en as instructionsEn',
] as const;

/** The facts of a new exam space; '' for what its form leaves out. */
export function factsOf({ title: titleFr, examDate, ...given }: NewExamSpace): ExamFacts {
  const { titleEn = '', startTime = '', endTime = '', placeFr = '', placeEn = '', placeUrl = '' } = given;
  const { instructionsFr = '', instructionsEn = '' } = given;
  const place = { placeFr, placeEn, placeUrl };
  return { titleFr, titleEn, examDate, startTime, endTime, ...place, instructionsFr, instructionsEn };
}

/** Facts as columns of `cohorts`. */
export function rowOfFacts(facts: ExamFacts) {
  return {
    exam_date: facts.examDate,
    title_fr: facts.titleFr,
    title_en: facts.titleEn,
    start_time: facts.startTime,
    end_time: facts.endTime,
    place_fr: facts.placeFr,
    place_en: facts.placeEn,
    place_url: facts.placeUrl,
    instructions_fr: facts.instructionsFr,
    instructions_en: facts.instructionsEn,
  };
}

/** Also a cancelled or past exam. */
export function selectExam(db: ReadDb, systemId: number, cohortId: number): Promise<Exam | undefined> {
  return db
    .selectFrom('cohorts as c')
    .select(factColumns)
    .select([
      'c.id',
      'c.title',
      'c.course_id as courseId',
      'c.version',
      'c.sequence',
      'c.saved_at as savedAt',
      'c.saved_by_name as savedBy',
      sql<boolean>`c.deactivated_at is not null`.as('isCancelled'),
      (row) =>
        row
          .selectFrom('enrolments as e')
          .select((count) => count.fn.countAll<number>().as('n'))
          .whereRef('e.cohort_id', '=', 'c.id')
          .$asScalar()
          .$notNull()
          .as('numberOfCandidates'),
    ])
    .where('c.system_id', '=', systemId)
    .where('c.id', '=', cohortId)
    .executeTakeFirst();
}
