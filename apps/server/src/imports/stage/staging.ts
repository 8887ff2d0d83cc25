import { createHash, webcrypto } from 'node:crypto';
import type { Language } from '@guichet/contract/core/language';
import { type FileReport, longListRows, type Refusal } from '@guichet/contract/imports/imports';
import type { EncodingReading } from '@guichet/contract/imports/imports.encodings';
import type { Problem } from '@guichet/contract/imports/imports.problems';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import type { AppContext, ReadDb } from '../../core/context/appContext.ts';
import { inBackground } from '../../core/database/connection/background.ts';
import { DatabaseUnavailable } from '../../core/database/connection/unavailable.ts';
import type { StagedLines } from '../../core/database/schema/stagedLines.ts';
import type { UploadedFile } from '../../core/http/bodies/requestBody.ts';
import { AppError, describeProblem } from '../../core/runtime/errors.ts';
import type { ExamRow } from '../../exams/facts/facts.service.ts';
import type { ReadingChoices } from '../columns/sheetColumns.ts';
import type { KeyedLayout } from '../columns/sheetLayout.ts';
import { type End, type ListTally, readCandidateFile } from '../reading/readSheet.ts';
import * as queries from './stage.queries.ts';

export interface Staged {
  readonly kind: 'staged';
  readonly stageId: string;
  readonly parts: readonly StagedPart[];
  readonly report: FileReport;
  readonly layout: KeyedLayout;
  readonly tally: ListTally;
}

/** A staged list on its way into an exam. */
export interface StagedOrder {
  readonly exam: ExamRow;
  readonly stage: Staged;
  /** The language of lines that state none. */
  readonly languageId: Language;
  readonly sendEmail: boolean;
}

interface StagedPart extends StagedLines {
  /** The number of these lines. */
  readonly staged: number;
}

export function givesExtraTime({ report }: Pick<Staged, 'report'>): boolean {
  return report.recognised.some(({ field }) => field === 'extraTime');
}

/** All problems of a file; nothing of the file is staged. */
export interface Refused {
  readonly kind: 'refused';
  readonly refusal: Refusal;
  readonly layout: KeyedLayout | null;
  readonly encodings: readonly EncodingReading[];
}

/** The staged rows are gone: PostgreSQL empties the unlogged table after a crash. */
class StageLost extends Error {}

/** The most attempts to stage a file; a fault that persists so long is not transient. */
const mostAttempts = 3;

/** The stages of this process, which has the embedded database for itself. */
const stages = new Set<string>();

type OnProgress = (rows: number, share: number) => Promise<void>;

/**
 * Stages a file and runs `work` on it, or returns all its problems. A lost stage is staged again from the
 * file; the stage is always cleared afterwards.
 * @throws DatabaseUnavailable if the stage was lost repeatedly
 */
export async function withStage<T>(
  context: AppContext,
  of: { readonly reader: Language; readonly file: UploadedFile; readonly choices: ReadingChoices },
  work: (stage: Staged) => Promise<T>,
  onProgress?: OnProgress,
): Promise<{ readonly kind: 'done'; readonly result: T } | Refused> {
  for (let attempt = 1; ; attempt += 1) {
    const stage = await stageFile(context, of.reader, of.file, of.choices, onProgress);
    if (stage.kind === 'refused') return stage;
    try {
      return { kind: 'done', result: await work(stage) };
    } catch (error) {
      if (!(error instanceof StageLost)) throw error;
      if (attempt === mostAttempts) throw new DatabaseUnavailable('away', error);
    } finally {
      await clearStage(context, stage.stageId, stage.parts);
    }
  }
}

/**
 * Call last: lines are only added before `work` and deleted after it, so the lines that are here now were
 * here all the time.
 * @throws StageLost if lines are missing
 */
export async function requireWhole(db: ReadDb, { parts }: Pick<Staged, 'parts'>): Promise<void> {
  for (const part of parts) if ((await queries.countStaged(db, part)) !== part.staged) throw new StageLost();
}

/** Runs a step of a list; people's statements go before those of a long list. */
export function runBehindPeople<T>(rows: number, step: () => Promise<T>): Promise<T> {
  return rows > longListRows ? inBackground(step) : step();
}

/** Reads and checks a file, and stages its rows batch by batch until a problem is found. */
async function stageFile(
  context: AppContext,
  reader: Language,
  file: UploadedFile,
  choices: ReadingChoices,
  onProgress?: OnProgress,
): Promise<Staged | Refused> {
  const stageId = context.clock.uuid();
  const problems: Problem[] = [];
  const parts: StagedPart[] = [];
  stages.add(stageId);
  try {
    for await (const step of readCandidateFile(file.bytes, file.fileName, choices)) {
      for (const problem of step.problems) problems.push(problem);
      if (step.kind === 'end') {
        const { file: report, layout, tally, encodings } = step;
        if (report && layout && problems.length === 0)
          return { kind: 'staged', stageId, parts, report, layout, tally };
        await clearStage(context, stageId, parts);
        return { kind: 'refused', refusal: refusalOf(reader, problems, step), layout, encodings };
      }
      if (problems.length === 0) {
        const staged = await runBehindPeople(step.rows, () =>
          systemTransaction(context, (tx) =>
            queries.insertStaged(tx, stageId, step.candidates, context.clock.now()),
          ),
        );
        parts.push({ stageId, after: parts.at(-1)?.upTo ?? 0, upTo: step.upTo, staged });
      }
      await onProgress?.(step.rows, step.share);
    }
    throw new Error('The reader ended without its last step.');
  } catch (error) {
    await clearStage(context, stageId, parts);
    throw error;
  }
}

/** Clears the stage; a failure does not fail the import, since the sweep deletes old stages. */
async function clearStage(context: AppContext, stageId: string, parts: readonly StagedPart[]): Promise<void> {
  stages.delete(stageId);
  if (parts.length === 0) return;
  try {
    if (context.database.kind === 'embedded' && stages.size === 0)
      return await systemTransaction(context, queries.emptyStage);
    for (const part of parts)
      await runBehindPeople(part.upTo, () =>
        systemTransaction(context, (tx) => queries.deleteStaged(tx, part)),
      );
  } catch (error) {
    context.log.warn({ error: (error as Error).message }, 'a stage was not cleared');
  }
}

function refusalOf(reader: Language, problems: Problem[], end: End): Refusal {
  const { badRows, problemsLeftOut, file } = end;
  const { type, title, detail } = describeProblem(new AppError('import.problems'), reader);
  return {
    type,
    status: 422,
    title,
    detail,
    code: 'import.problems',
    problems,
    badRows,
    problemsLeftOut,
    file,
  };
}

/** A digest of file and reading options. Async, since hashing 20 MB would block the event loop. */
export async function fingerprintOrder(
  file: UploadedFile,
  { listChoices, ...order }: ReadingChoices & { readonly listChoices?: unknown },
): Promise<Buffer> {
  const content = await webcrypto.subtle.digest('SHA-256', new Uint8Array(file.bytes));
  const { setAside = [], corrections = [] } = order;
  const { headingLine, columns, sheets, leavers, includeHidden = false, repairText = false } = order;
  const match = Object.entries(columns ?? {}).toSorted();
  const further = [
    ...(['withoutExtraTime', 'singleNames', 'truthNames'] as const).filter((name) => order[name]),
    ...(order.repairCells === false ? ['cellsAsWritten'] : []),
    ...(leavers ? [{ leavers }] : []),
    ...(order.nameOrder ? [{ nameOrder: order.nameOrder }] : []),
    ...(setAside.length > 0 ? [{ setAside }] : []),
    ...(corrections.length > 0 ? [{ corrections }] : []),
    ...(order.encoding ? [{ encoding: order.encoding }] : []),
    ...(sheets ? [{ sheets: sheets.toSorted() }] : []),
    ...(listChoices === undefined ? [] : [listChoices]),
  ];
  const isPlain = headingLine === undefined && columns === undefined && !includeHidden && !repairText;
  if (isPlain && further.length === 0) return Buffer.from(content);
  const chosen = JSON.stringify([headingLine ?? null, match, includeHidden, repairText, ...further]);
  return createHash('sha256').update(Buffer.from(content)).update(chosen).digest();
}
