import type { Language } from '@guichet/contract/core/language';
import type { ResultsPreview } from '@guichet/contract/imports/imports.results';
import type { AppContext } from '../../core/context/appContext.ts';
import type { FileReply } from '../../core/http/bodies/replyBody.ts';
import type { UploadedFile } from '../../core/http/bodies/requestBody.ts';
import type { SystemGrant } from '../../core/http/grant.ts';
import { getAttestable, listMarks } from '../../exams/cohorts/attestation.service.ts';
import { getActiveCohort, readerOf } from '../../exams/cohorts/cohorts.service.ts';
import { findGrades } from '../../exams/cohorts/grades/grades.service.ts';
import { readResultFile } from '../reading/readSheet.ts';
import { judgeResults } from './judgeResults.ts';
import { type FileFormat, resultsFile } from './resultsFile.ts';

/**
 * Compares a list of results with the marks of an exam; changes nothing.
 * @throws AppError `cohort.notFound`, `cohort.examAhead`
 */
export async function previewResults(
  context: AppContext,
  grant: SystemGrant,
  cohortId: number,
  file: UploadedFile,
): Promise<ResultsPreview> {
  const db = context.database.read;
  const of = { systemId: grant.systemId, cohortId };
  await getAttestable(context, db, grant.systemId, cohortId);
  const { problems, rows, hiddenRows } = await readResultFile(file.bytes, file.fileName);
  const [problem] = problems;
  if (problem) return { outcome: 'unreadable', problem };
  return {
    outcome: 'read',
    ...judgeResults(rows, await listMarks(db, of, readerOf(context, grant.identity))),
    hiddenRows,
  };
}

/** The candidates of an exam with their marks, and any grades read. @throws AppError `cohort.notFound` */
export async function exportResults(
  context: AppContext,
  grant: SystemGrant,
  cohortId: number,
  order: { readonly format: FileFormat; readonly language: Language },
): Promise<FileReply> {
  const { systemId } = grant;
  const { database, config } = context;
  const reader = readerOf(context, grant.identity);
  const marks = await listMarks(database.read, { systemId, cohortId }, reader);
  const { title, date } = await getActiveCohort(database.read, systemId, cohortId);
  const { readAt, grades } = await findGrades(database.read, { systemId, cohortId });
  return resultsFile(marks, readAt && grades, {
    ...order,
    exam: `${date} ${title}`,
    timeZone: config.timeZone,
  });
}
