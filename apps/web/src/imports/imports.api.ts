import {
  type FileReport,
  importCandidates,
  type Preview,
  previewImport,
  type Refusal,
} from '@guichet/contract/imports/imports';
import type { ListChoices } from '@guichet/contract/imports/imports.comparison';
import type { LineOfSheet } from '@guichet/contract/imports/imports.edits';
import type { Problem } from '@guichet/contract/imports/imports.problems';
import { type Progress, watchImport } from '@guichet/contract/imports/imports.progress';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { stream } from '../core/call/bodies/stream.ts';
import { CallFailed } from '../core/call/CallFailed.ts';
import { call } from '../core/call/call.ts';
import type { ListChanges } from './comparison/useListChoices.ts';
import { type ImportOrder, requireReadable } from './draft.ts';
import { lineText } from './lineText.ts';

const askAgainMs = 1500;
const mostAsked = 3;

/** The progress of an import: first the upload, then the server's phases. */
export type ImportProgress = { readonly phase: 'sending'; readonly share: number } | Progress;

/** The preview of an import, fetched only when the draft changes. */
export function previewOptions(order: ImportOrder | null) {
  return queryOptions({
    queryKey: ['imports', 'preview', order && keyOf(order)] as const,
    queryFn: order
      ? async ({ signal }) => {
          await requireReadable(order.chosen);
          const { body, file } = inputOf(order);
          return call(previewImport, { body: { ...body, compare: true }, file, signal });
        }
      : skipToken,
    // The problems stay in place while a corrected cell is checked.
    placeholderData: (before, query) => {
      const key = query?.queryKey[2];
      const isSame = order && key && withoutCorrections(key) === withoutCorrections(keyOf(order));
      return isSame && before && 'problems' in before ? before : undefined;
    },
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  });
}

const keyOf = ({ typed: _typed, ...order }: ImportOrder) => ({ ...order, chosen: order.chosen.key });
const withoutCorrections = (key: object) => JSON.stringify({ ...key, corrections: null });

export function listLines(problems: readonly Pick<Problem, 'line' | 'sheet'>[]): LineOfSheet[] {
  const lines = problems.flatMap(({ line, sheet }) =>
    line === null ? [] : [{ line, ...(sheet !== undefined && { sheet }) }],
  );
  return [...new Map(lines.map((line) => [lineText(line), line])).values()];
}

/** Everything else that an import does than adding people, as its preview said. */
export interface Foreseen {
  /** The numbers of what the choices change of people who are in the exam. */
  readonly changed: ListChanges;
  readonly setAside: FileReport['setAside'];
  readonly otherExams: Preview['otherExams'];
  readonly turnedAway: Preview['turnedAway'];
}

export interface ImportRun {
  readonly order: ImportOrder;
  readonly choices: ListChoices | undefined;
  readonly foreseen: Foreseen;
  /** The same id at every retry, which makes the import idempotent. */
  readonly importId: string;
  readonly tell: (progress: ImportProgress) => void;
}

/** Sends the list, and reports the progress. Returns the number of people added, or the refusal. */
export async function runImport({ order, choices, importId, tell }: ImportRun): Promise<number | Refusal> {
  await requireReadable(order.chosen);
  const { body, file } = inputOf(order);
  const over = new AbortController();
  let hasServerBegun = false;
  const tellOfServer = (progress: ImportProgress) => {
    hasServerBegun = true;
    tell(progress);
  };
  void followImport(importId, tellOfServer, over.signal);
  try {
    const send = () =>
      call(importCandidates, {
        body: { ...body, importId, ...(choices && { choices }) },
        file,
        onUploadProgress: (share) => !hasServerBegun && tell({ phase: 'sending', share }),
      });
    return await findingOut(send);
  } finally {
    over.abort();
  }
}

/** Sends the import again when the outcome is unknown: the server returns the first result, or does it. */
async function findingOut<T>(send: () => Promise<T>): Promise<T> {
  for (let asked = 1; ; asked += 1) {
    try {
      return await send();
    } catch (failure) {
      const isUnsure = failure instanceof CallFailed && failure.code === 'database.outcomeUnknown';
      if (!isUnsure || asked === mostAsked) throw failure;
      await new Promise((resolve) => setTimeout(resolve, askAgainMs));
    }
  }
}

/** Reports the server's progress, which is optional: the reply has the result even if the stream breaks. */
async function followImport(importId: string, tell: ImportRun['tell'], signal: AbortSignal): Promise<void> {
  try {
    for await (const progress of stream(watchImport, { params: { importId }, signal })) {
      if (progress.phase !== 'waiting') tell(progress);
    }
  } catch {}
}

function inputOf({ systemId, courseId, language, sendEmail, mailsAt, chosen, ...reading }: ImportOrder) {
  const { matching, sheets, leavers, includeHidden, encoding, repairText, repairCells } = reading;
  const { withoutExtraTime, singleNames, nameOrder, truthNames, setAside, corrections } = reading;
  const body = {
    systemId,
    languageId: language,
    selectedCourse: courseId,
    sendEmail,
    ...(sendEmail && mailsAt && { mailsAt: `${mailsAt.day.trim()}T${mailsAt.time}` }),
    ...matching,
    ...(sheets && { sheets: [...sheets] }),
    ...(leavers && { leavers }),
    ...(setAside.length > 0 && { setAside: listLines(setAside) }),
    ...(corrections.length > 0 && { corrections: [...corrections] }),
    ...(includeHidden && { includeHidden }),
    ...(encoding && { encoding }),
    ...(repairText && { repairText }),
    ...(!repairCells && { repairCells }),
    ...(withoutExtraTime && { withoutExtraTime }),
    ...(singleNames && { singleNames }),
    ...(nameOrder && { nameOrder }),
    ...(truthNames && { truthNames }),
  };
  return { body, file: chosen.file };
}
