import type { AuditLine, Following } from '../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, WriteTx } from '../../core/context/appContext.ts';

/** An exam in which a person with a new account is enrolled. */
export interface ExamToEnrolIn {
  readonly id: number;
  readonly systemId: number;
  readonly courseId: string;
  readonly title: string;
}

/** The functions of the exams that accounts need. The exams lie above, so `app.ts` hands the functions in. */
export interface Exams {
  /** An active exam of these systems. */
  findExam(
    db: ReadDb,
    of: { readonly systemIds: readonly number[] | 'all'; readonly examId: number },
  ): Promise<ExamToEnrolIn | undefined>;
  enrol(
    tx: WriteTx,
    exam: ExamToEnrolIn,
    person: { readonly id: number; readonly fullName: string },
    now: Date,
  ): Promise<AuditLine | null>;
  readonly answerRequests: Following;
  isExamOver(
    context: AppContext,
    exam: { readonly examDate: string; readonly endTime: string; readonly endDate: string },
  ): boolean;
}
