import {
  importCandidates,
  type Progress,
  previewImport,
  type Refusal,
  watchImport,
} from '@guichet/contract/imports/imports';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { stream } from '../core/call/bodies/stream.ts';
import { CallFailed } from '../core/call/CallFailed.ts';
import { call } from '../core/call/call.ts';
import { type ImportOrder, requireReadable } from './draft.ts';

const askAgainMs = 1500;
const mostAsked = 3;

/** The progress of an import: first the upload, then the server's phases. */
export type ImportProgress = { readonly phase: 'sending'; readonly share: number } | Progress;

/** The preview of an import, fetched only when the draft changes. */
export function previewOptions(order: ImportOrder | null) {
  return queryOptions({
    queryKey: ['imports', 'preview', order && { ...order, chosen: order.chosen.key }],
    queryFn: order
      ? async ({ signal }) => {
          await requireReadable(order.chosen);
          return call(previewImport, { ...inputOf(order), signal });
        }
      : skipToken,
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  });
}

export interface ImportRun {
  readonly order: ImportOrder;
  /** The same id at every retry, which makes the import idempotent. */
  readonly importId: string;
  readonly tell: (progress: ImportProgress) => void;
}

/** Sends the list, and reports the progress. Returns the number of people added, or the refusal. */
export async function runImport({ order, importId, tell }: ImportRun): Promise<number | Refusal> {
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
        body: { ...body, importId },
        file,
        onUploadProgress: (share) => !hasServerBegun && tell({ phase: 'sending', share }),
      });
    return await findingOut(send);
  } finally {
    over.abort();
  }
}

/**
 * Sends the same import again when the outcome is unknown: the server returns the first result, or does the
 * import.
 */
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
  const { matching, sheets, leavers, includeHidden, repairText, repairCells } = reading;
  const { withoutExtraTime, singleNames, truthNames } = reading;
  const body = {
    systemId,
    languageId: language,
    selectedCourse: courseId,
    sendEmail,
    ...(sendEmail && mailsAt && { mailsAt: `${mailsAt.day.trim()}T${mailsAt.time}` }),
    ...matching,
    ...(sheets && { sheets: [...sheets] }),
    ...(leavers && { leavers }),
    ...(includeHidden && { includeHidden }),
    ...(repairText && { repairText }),
    ...(!repairCells && { repairCells }),
    ...(withoutExtraTime && { withoutExtraTime }),
    ...(singleNames && { singleNames }),
    ...(truthNames && { truthNames }),
  };
  return { body, file: chosen.file };
}
