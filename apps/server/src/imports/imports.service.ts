/**
 * Owns the import of a registrar's list into an exam: a file is imported as a whole or not at all. Does not
 * know file formats (sheet), mail texts (messages) or the learning platform's protocol (learning).
 */
import type { Language } from '@guichet/contract/core/language';
import { shownNames } from '@guichet/contract/exams/places.clashes';
import type { Preview, Refusal } from '@guichet/contract/imports/imports';
import { fileNotesMax } from '@guichet/contract/imports/imports.columns';
import type { ListChoices } from '@guichet/contract/imports/imports.comparison';
import type { Progress } from '@guichet/contract/imports/imports.progress';
import { type AppContext, readEverywhere, type SystemGrant } from '../core/context/appContext.ts';
import { DatabaseUnavailable } from '../core/database/connection/unavailable.ts';
import type { UploadedFile } from '../core/http/bodies/requestBody.ts';
import { enforceRateLimit } from '../core/rateLimit/rateLimit.ts';
import { AppError, invalidField } from '../core/runtime/errors.ts';
import {
  findClashesOfList,
  findOtherExamsOfList,
  findTurnedAwayOfList,
} from '../exams/enrolments/enrolments.service.ts';
import { compareStagedExtraTimes } from '../exams/enrolments/extraTimes/listedExtraTimes.service.ts';
import { alignKeptColumns } from '../exams/enrolments/listValues/listValues.service.ts';
import { type ExamRow, getExam } from '../exams/facts/facts.service.ts';
import { seesExtraTime } from '../identity/access/access.service.ts';
import { faultOfMatch, type ReadingChoices } from './columns/sheetColumns.ts';
import { selectSharedMailboxes } from './comparison/comparison.queries.ts';
import { compareWithExam, tellComparison } from './comparison/comparison.ts';
import { selectImport } from './past/pastImports.queries.ts';
import { hourOfMails, place, refreshImportStatistics } from './place/placing.ts';
import { reportProgress } from './progress/progress.ts';
import { type ImportGrant, tellColumns } from './stage/layouts.ts';
import { tellPreview } from './stage/preview.ts';
import { fingerprintOrder, givesExtraTime, type Refused, type Staged, withStage } from './stage/staging.ts';

export { listFields, nameOfField } from './columns/listColumns.ts';
export { faultOfMatch } from './columns/sheetColumns.ts';
export { deleteImportPeopleBefore } from './past/people.queries.ts';
export { deleteProgressBefore } from './progress/progress.queries.ts';
export { logCutOff } from './progress/progress.ts';
export { deleteStagedRowsBefore } from './stage/stage.queries.ts';

export interface Order extends ReadingChoices {
  readonly importId?: string | undefined;
  readonly selectedCourse: string;
  /** The language of lines that state none. */
  readonly languageId: Language;
  readonly sendEmail: boolean;
  /** When the mails leave, `yyyy-mm-ddThh:mm` in the university's zone; empty or absent: at once. */
  readonly mailsAt?: string | undefined;
  /** The changes of people who are in the exam; only people may choose, not the command line. */
  readonly choices?: ListChoices | undefined;
  /** Whether a preview holds the list against the exam. */
  readonly compare?: boolean | undefined;
  /** The language of error texts. */
  readonly reader: Language;
  /** Called with each progress state. */
  readonly tell?: (progress: Progress) => void;
  /**
   * Called with the checked list before anybody is enrolled, and how many people keep another extra time than the list
   * states; throw to cancel the import. A refusal shows columns then.
   */
  readonly look?: (found: Pick<Staged, 'report' | 'layout'>, otherExtraTimes: number) => void;
}

/**
 * Idempotent by `importId`: a repeated call returns the same count and writes nothing.
 * @throws AppError `exam.notFound`, `import.idReused`, `import.examChanged` for choices that no longer fit, `request.invalid`
 * for an unusable column mapping or hour of the mails
 */
export async function importCandidates(
  context: AppContext,
  grant: ImportGrant,
  order: Order,
  file: UploadedFile,
): Promise<number | Refusal> {
  requireReadable(order);
  const exam = await getExam(context.database.read, {
    systemId: grant.systemId,
    courseId: order.selectedCourse,
  });
  const importId = order.importId ?? context.clock.uuid();
  const fingerprint = await fingerprintOrder(file, { ...order, listChoices: order.choices });
  const find = () => findEarlier(context, grant, importId, exam.id, fingerprint);
  const earlier = await find();
  if (earlier !== null) return earlier;
  const plannedFor = hourOfMails(context, order, exam);
  const choices = await choicesWithin(context, grant, order, exam.id);
  const { tell, correct } = order.choices ?? {};
  const writes = order.sendEmail || tell || (correct?.email ?? []).length > 0;
  if (writes && grant.identity) await enforceRateLimit(context, 'ownMail', grant.identity.userId);

  const progress = reportProgress(context, importId, grant.identity?.userId ?? null, order.tell);
  const placeAll = async (stage: Staged) => {
    if (order.look) order.look(stage, await countOtherExtraTimes(context, grant, exam, stage));
    await progress.writing(stage.report.rows);
    const { fileName } = file;
    const how = { ...order, columns: choices.columns };
    return place(context, grant, { ...how, plannedFor, importId, exam, fileName, fingerprint, stage });
  };
  try {
    const staging = { reader: order.reader, file, choices };
    const outcome = await withStage(context, staging, placeAll, progress.reading);
    if (outcome.kind === 'refused') {
      await progress.refused();
      return order.look ? await tellRefusal(context, grant, outcome) : outcome.refusal;
    }
    const count = outcome.result ?? (await find());
    // The id already belongs to an import of another system.
    if (count === null) throw new AppError('import.idReused');
    await afterCommit(context, () => refreshImportStatistics(context, count));
    await afterCommit(context, () => progress.done(count));
    return count;
  } catch (error) {
    // A commit's answer was lost: reading tells whether the import is there.
    const isUnsure = error instanceof DatabaseUnavailable && error.kind === 'outcomeUnknown';
    const placed = isUnsure ? await find().catch(() => null) : null;
    if (placed === null) throw error;
    return placed;
  } finally {
    progress.forget();
  }
}

async function countOtherExtraTimes(context: AppContext, grant: ImportGrant, exam: ExamRow, stage: Staged) {
  if (!givesExtraTime(stage)) return 0;
  const of = { systemId: grant.systemId, exam };
  return (await compareStagedExtraTimes(context, context.database.read, of, stage.parts)).other.length;
}

/** The refusal with the columns as they were read, to match them by hand. */
async function tellRefusal({ database }: AppContext, grant: ImportGrant, refused: Refused) {
  const { refusal, layout, encodings } = refused;
  const columns = await tellColumns(database.read, grant, layout, refusal.file?.sheets);
  return { ...refusal, columns: { ...columns, ...(encodings.length > 0 && { encodings: [...encodings] }) } };
}

async function choicesWithin({ database }: AppContext, grant: ImportGrant, order: Order, examId: number) {
  const db = database.read;
  const columns = await alignKeptColumns(db, { systemId: grant.systemId, examId }, order.columns);
  return { ...order, columns, readsConfidential: await seesExtraTime(db, grant) };
}

/** @throws AppError `request.invalid` for an unusable column mapping */
function requireReadable({ columns }: Order): void {
  const fault = columns && faultOfMatch(columns);
  if (fault) throw invalidField('columns', fault);
}

/** Runs follow-up work after the commit; a failure, such as a full disk, must not fail the import. */
async function afterCommit(context: AppContext, work: () => Promise<void>): Promise<void> {
  await work().catch((error: Error) =>
    context.log.warn({ error: error.message }, 'follow-up work of a committed import failed'),
  );
}

async function findEarlier(
  context: AppContext,
  grant: ImportGrant,
  importId: string,
  examId: number,
  fingerprint: Buffer,
) {
  const earlier = await selectImport(context.database.read, importId);
  if (!earlier) return null;
  const isSame =
    earlier.systemId === grant.systemId &&
    earlier.examId === examId &&
    earlier.fileSha256.equals(fingerprint);
  if (!isSame) throw new AppError('import.idReused');
  return earlier.placed;
}

/** The number of mails that an import has queued. */
export async function countMails({ database }: AppContext, importId: string): Promise<number> {
  return (await selectImport(database.read, importId))?.mails ?? 0;
}

/** Dry run of `importCandidates`: same checks, no changes. */
export async function previewImport(
  context: AppContext,
  grant: ImportGrant,
  order: Order,
  file: UploadedFile,
): Promise<Preview | Refusal> {
  requireReadable(order);
  const exam = await getExam(context.database.read, {
    systemId: grant.systemId,
    courseId: order.selectedCourse,
  });
  hourOfMails(context, order, exam);
  const choices = await choicesWithin(context, grant, order, exam.id);
  const outcome = await withStage(context, { reader: order.reader, file, choices }, async (stage) => {
    const of = { ...order, exam, stage };
    if (!order.compare || !grant.identity) return tellPreview(context, grant, of);
    const found = await readEverywhere(context, (db) => compareWithExam(context, db, grant, of));
    const hints = await findHints(context, grant, of);
    // Last, since it finds out whether the stage was there all the time.
    return { ...tellComparison(found, await tellPreview(context, grant, of)), ...hints };
  });
  return outcome.kind === 'done' ? outcome.result : tellRefusal(context, grant, outcome);
}

/** Hints beside the comparison: people with another exam, at the hour of this one or not, or told not to come, and likely doubles. */
async function findHints(
  context: AppContext,
  grant: SystemGrant,
  { stage, exam }: { readonly stage: Staged; readonly exam: ExamRow },
) {
  const { read } = context.database;
  return {
    clashes: await findClashesOfList(context, grant, exam.id, stage.parts),
    otherExams: await findOtherExamsOfList(context, exam.id, stage.parts),
    turnedAway: await findTurnedAwayOfList(read, { examId: exam.id, most: shownNames }, stage.parts),
    sharedMailboxes: await selectSharedMailboxes(read, exam.id, stage.stageId, fileNotesMax),
  };
}
