import { createHash, webcrypto } from 'node:crypto';
import type { Language } from '@guichet/contract/core/language';
import type { FileReport, Refusal } from '@guichet/contract/imports';
import type { Problem } from '@guichet/contract/imports.problems';
import { keepBooks } from '../audit/audit.service.ts';
import { secondsAfter } from '../platform/clock.ts';
import { AppError, problemOf } from '../platform/errors.ts';
import type { House } from '../platform/house.ts';
import type { UploadedFile } from '../platform/requestBody.ts';
import * as queries from './imports.queries.ts';
import { type End, readCandidateFile } from './readSheet.ts';
import type { Matching } from './sheetColumns.ts';
import type { KeyedLayout } from './sheetLayout.ts';

/** A file whose rows all lie in the stage, or everything that is wrong with it and nothing in the stage. */
export type Stage =
  | {
      readonly kind: 'staged';
      readonly stageId: string;
      readonly report: FileReport;
      readonly layout: KeyedLayout;
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly layout: KeyedLayout | null };

/** A stage that is older belongs to a process that died. */
const forgottenAfterSeconds = 60 * 60;

type OnProgress = (rows: number, share: number) => Promise<void>;

/** Reads and checks a file, and stages its rows batch by batch as long as nothing is wrong with them. */
export async function stageFile(
  house: House,
  reader: Language,
  file: UploadedFile,
  matching: Matching,
  onProgress?: OnProgress,
): Promise<Stage> {
  const stageId = house.clock.uuid();
  const problems: Problem[] = [];
  try {
    await keepBooks(house, (tx) =>
      queries.deleteStagedBefore(tx, secondsAfter(house.clock.now(), -forgottenAfterSeconds)),
    );
    for await (const step of readCandidateFile(file.bytes, file.fileName, { matching })) {
      for (const problem of step.problems) problems.push(problem);
      if (step.kind === 'end') {
        const { file: report, layout } = step;
        if (report && layout && problems.length === 0) return { kind: 'staged', stageId, report, layout };
        await clearStage(house, stageId);
        return { kind: 'refused', refusal: refusalOf(reader, problems, step), layout };
      }
      if (problems.length === 0)
        await keepBooks(house, (tx) => queries.insertStaged(tx, stageId, step.candidates, house.clock.now()));
      await onProgress?.(step.rows, step.share);
    }
    throw new Error('The reader ended without its last step.');
  } catch (error) {
    await clearStage(house, stageId);
    throw error;
  }
}

export async function clearStage(house: House, stageId: string): Promise<void> {
  await keepBooks(house, (tx) => queries.deleteStaged(tx, stageId));
}

function refusalOf(reader: Language, problems: Problem[], end: End): Refusal {
  const { badRows, problemsLeftOut, file } = end;
  const { type, title, detail } = problemOf(new AppError('import.problems'), reader);
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

/** Tells two files apart, and two ways to read one. Off the main thread, since 20 MB would hold everybody up. */
export async function fingerprintOf(file: UploadedFile, { headingLine, columns }: Matching): Promise<Buffer> {
  const content = await webcrypto.subtle.digest('SHA-256', new Uint8Array(file.bytes));
  if (headingLine === undefined && columns === undefined) return Buffer.from(content);
  const chosen = JSON.stringify([headingLine ?? null, Object.entries(columns ?? {}).toSorted()]);
  return createHash('sha256').update(Buffer.from(content)).update(chosen).digest();
}
