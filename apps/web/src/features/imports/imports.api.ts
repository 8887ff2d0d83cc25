import type { Language } from '@guichet/contract/core/language';
import {
  downloadTemplate,
  importCandidates,
  type Progress,
  previewImport,
  type Refusal,
  watchImport,
} from '@guichet/contract/imports';
import { queryOptions, skipToken, useMutation } from '@tanstack/react-query';
import { download } from '../../platform/call/bodies/download.ts';
import { stream } from '../../platform/call/bodies/stream.ts';
import { CallFailed } from '../../platform/call/CallFailed.ts';
import { call } from '../../platform/call/call.ts';
import { type ChosenFile, requireReadable } from './chosenFile.ts';
import type { Matching } from './columns/columnChoices.ts';

const askAgainMs = 1500;
const mostAsked = 3;

/** All that an import depends on; whoever changes a part of it has another import. */
export interface ImportOrder {
  readonly systemId: number;
  readonly courseId: string;
  /** For lines that state none. */
  readonly language: Language;
  readonly sendEmail: boolean;
  /** Also rows that are hidden in the workbook. */
  readonly includeHidden: boolean;
  /** Text that was encoded twice is repaired. */
  readonly repairText: boolean;
  readonly chosen: ChosenFile;
  readonly matching: Matching;
}

/** How far an import is: first its file leaves, then the server tells. */
export type ImportProgress = { readonly phase: 'sending'; readonly share: number } | Progress;

/** What the import would do. Asked anew for each other order, and never on its own. */
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
  /** The same at every retry, so that nothing is imported twice. */
  readonly importId: string;
  readonly tell: (progress: ImportProgress) => void;
}

export function useImportCandidates() {
  return useMutation({ mutationFn: runImport });
}

async function runImport({ order, importId, tell }: ImportRun): Promise<number | Refusal> {
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

/** Where nobody could tell whether the import holds, the same one is sent again: it answers that it does, or is done. */
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

/** The picture of the progress is an extra: where it breaks off, the answer of the import still says how it ended. */
async function followImport(importId: string, tell: ImportRun['tell'], signal: AbortSignal): Promise<void> {
  try {
    for await (const progress of stream(watchImport, { params: { importId }, signal })) {
      if (progress.phase !== 'waiting') tell(progress);
    }
  } catch {}
}

function inputOf(order: ImportOrder) {
  const { systemId, courseId, language, sendEmail, chosen, matching, includeHidden, repairText } = order;
  const body = {
    systemId,
    languageId: language,
    selectedCourse: courseId,
    sendEmail,
    ...matching,
    ...(includeHidden && { includeHidden }),
    ...(repairText && { repairText }),
  };
  return { body, file: chosen.file };
}

export function useDownloadTemplate() {
  return useMutation({
    mutationFn: (format: 'xlsx' | 'csv') => download(downloadTemplate, { query: { format } }),
  });
}
