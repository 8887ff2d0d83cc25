import type { AuditLine } from '../../core/audit/audit.service.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';

/** An exam that somebody is enrolled in with a new account. */
export interface ExamToEnrolIn {
  readonly id: number;
  readonly systemId: number;
  readonly courseId: string;
  readonly title: string;
}

/** What accounts need of the exams, which lie above them: handed in by `app.ts`. */
export interface Exams {
  findCohortWithin(
    db: ReadDb,
    systemIds: readonly number[] | 'all',
    cohortId: number,
  ): Promise<ExamToEnrolIn | undefined>;
  /** Notify `learning` after the commit. */
  enrol(
    tx: WriteTx,
    exam: ExamToEnrolIn,
    person: { readonly id: number; readonly fullName: string },
    now: Date,
  ): Promise<AuditLine | null>;
  isExamOver(context: AppContext, exam: { readonly examDate: string; readonly endTime: string }): boolean;
}
