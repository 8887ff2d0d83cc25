import type { Language } from '@guichet/contract/core/language';
import type { ResultsPreview } from '@guichet/contract/imports/imports.results';
import { record, write } from '../../core/audit/audit.service.ts';
import type { AppContext, SystemGrant } from '../../core/context/appContext.ts';
import type { FileReply } from '../../core/http/bodies/replyBody.ts';
import type { UploadedFile } from '../../core/http/bodies/requestBody.ts';
import { identifyReader } from '../../exams/enrolments/enrolments.service.ts';
import { getExam } from '../../exams/facts/facts.service.ts';
import { getAttestable, listMarks } from '../../exams/results/attestation.service.ts';
import { findGrades } from '../../exams/results/grades/grades.service.ts';
import { readResultFile } from '../reading/readSheet.ts';
import { judgeResults } from './judgeResults.ts';
import { type FileFormat, resultsFile } from './resultsFile.ts';

/** Compares a list of results with the marks. @throws AppError `exam.notFound`, `exam.examAhead` */
export async function previewResults(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  file: UploadedFile,
): Promise<ResultsPreview> {
  const db = context.database.read;
  const of = { systemId: grant.systemId, examId };
  await getAttestable(context, db, of);
  const { problems, rows, hiddenRows } = await readResultFile(file.bytes, file.fileName);
  const [problem] = problems;
  if (problem) return { outcome: 'unreadable', problem };
  return {
    outcome: 'read',
    ...judgeResults(rows, await listMarks(db, of, identifyReader(context, grant.identity))),
    hiddenRows,
  };
}

/** The candidates of an exam with their marks, and any grades read; the audit log says who took the file. @throws AppError `exam.notFound` */
export async function exportResults(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  order: { readonly format: FileFormat; readonly language: Language },
): Promise<FileReply> {
  const { systemId } = grant;
  const { database, config } = context;
  const reader = identifyReader(context, grant.identity);
  const { title, examDate } = await getExam(database.read, { systemId, examId });
  const marks = await listMarks(database.read, { systemId, examId }, reader);
  const { readAt, grades } = await findGrades(database.read, { systemId, examId });
  const file = await resultsFile(marks, readAt && grades, {
    ...order,
    exam: `${examDate} ${title}`,
    timeZone: config.timeZone,
  });
  const detail = { name: title, fileName: file.fileName, rows: marks.length };
  return write(context, grant, async () =>
    record(file, { action: 'list.exported', subject: `exam:${examId}`, detail }),
  );
}
