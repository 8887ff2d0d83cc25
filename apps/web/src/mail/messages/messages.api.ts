import type { BodyOf } from '@guichet/contract/core/endpoint';
import type { Language } from '@guichet/contract/core/language';
import { findMissingFacts, previewInvitation, sendEmailTest } from '@guichet/contract/exams/invitations';
import { issueTicket } from '@guichet/contract/identity/sessions';
import {
  addFile,
  compareMessage,
  deleteFile,
  getMessage,
  type Message,
  type MessageKind,
  type MessageText,
  saveMessage,
} from '@guichet/contract/mail/messages';
import {
  getMessageVersion,
  listMessageVersions,
  restoreMessage,
} from '@guichet/contract/mail/messages.versions';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { buildRequest } from '../../core/call/buildRequest.ts';
import { isRefused } from '../../core/call/CallFailed.ts';
import { call } from '../../core/call/call.ts';
import { useMessageKind } from './messageKind.ts';

/** A failed attachment call: the server refused and nothing changed, or the outcome is unknown. */
export interface AttachmentDoubt {
  readonly operation: 'attach' | 'detach';
  readonly isRefused: boolean;
}

/** A message as last read, with any doubt about its attachment since then. */
export interface ReadMessage extends Message {
  readonly doubt?: AttachmentDoubt | undefined;
}

export function messageOptions(systemId: number, kind: MessageKind, language: Language) {
  return queryOptions({
    queryKey: ['messages', systemId, kind, language],
    queryFn: ({ signal }): Promise<ReadMessage> =>
      call(getMessage, { params: { systemId, languageId: language }, query: { kind }, signal }),
  });
}

/** The facts that the saved message mentions and the exam does not have yet. */
export function missingFactsOptions(systemId: number, cohortId: number, kind: MessageKind) {
  return queryOptions({
    queryKey: ['invitations', 'missingFacts', systemId, cohortId, kind],
    queryFn: ({ signal }) =>
      call(findMissingFacts, { params: { systemId, cohortId }, query: { kind }, signal }),
    // Always fetched again: exam and text may have been completed in another tab.
    staleTime: 0,
  });
}

/**
 * The rendered mail for an exam, by default the next exam; the last preview stays until the new one has
 * loaded.
 */
export function previewOptions(
  systemId: number,
  kind: MessageKind,
  language: Language,
  { subject, body, preheader }: MessageText,
  cohortId: number | null,
) {
  return queryOptions({
    queryKey: ['invitations', 'preview', systemId, kind, language, subject, body, preheader, cohortId],
    queryFn: ({ signal }) =>
      call(previewInvitation, {
        params: { systemId, languageId: language },
        query: { kind },
        body: { subject, body, preheader, cohortId },
        signal,
      }),
    placeholderData: (before) => before,
    retry: false,
    // Not cached, since each pause in typing makes another preview.
    gcTime: 0,
  });
}

export function useSaveMessage(systemId: number, language: Language) {
  const kind = useMessageKind();
  const keep = useKeepMessage(systemId, language);
  return useMutation({
    mutationFn: ({ subject, body, preheader, savedAt }: MessageText & { savedAt: Date | null }) =>
      call(saveMessage, {
        params: { systemId, languageId: language },
        query: { kind },
        body: { subject, body, preheader, savedAt },
      }),
    onSuccess: (reply) => void ('outcome' in reply || keep(reply)),
  });
}

/** Records that the older message matches the newer one; both are then read again, as after every write. */
export function useCompareMessage(systemId: number, language: Language) {
  const kind = useMessageKind();
  return useMutation({
    mutationFn: (body: BodyOf<typeof compareMessage>) =>
      call(compareMessage, { params: { systemId, languageId: language }, query: { kind }, body }),
  });
}

export function useAttach(systemId: number, language: Language) {
  const kind = useMessageKind();
  const keep = useKeepMessage(systemId, language);
  return useMutation({
    mutationFn: ({ file, onProgress }: { file: File; onProgress: (share: number) => void }) =>
      call(addFile, {
        params: { systemId, languageId: language },
        query: { kind },
        body: { systemId, languageId: language },
        file,
        onUploadProgress: onProgress,
      }),
    onSuccess: keep,
    // A rejected file has changed nothing, and the form shows the reason.
    onError: (failure) => isRefused(failure) || keep({ doubt: { operation: 'attach', isRefused: false } }),
  });
}

/** S4.12: the name disappears even when the call fails; the file is then in doubt until a reload. */
export function useRemoveAttachment(systemId: number, language: Language) {
  const kind = useMessageKind();
  const keep = useKeepMessage(systemId, language);
  return useMutation({
    mutationFn: () => call(deleteFile, { params: { systemId, languageId: language }, query: { kind } }),
    onSuccess: () => keep({ fileName: null }),
    onError: (failure) =>
      keep({ fileName: null, doubt: { operation: 'detach', isRefused: isRefused(failure) } }),
  });
}

/** The address of the window that sends a test mail. */
export function testAddress(
  systemId: number,
  kind: MessageKind,
  language: Language,
  cohortId: number | null,
): string {
  const query = { kind, ...(cohortId !== null && { cohortId }) };
  const input = { params: { systemId, languageId: language }, query };
  return buildRequest(sendEmailTest, input, { token: null, xsrfToken: null, language }).url;
}

/** Gets a single-use ticket for the window of the test mail, which cannot send a header (readings §3). */
export function askTestTicket(systemId: number, language: Language) {
  return call(issueTicket, { body: { purpose: 'sendEmailTest', systemId, languageId: language } });
}

/** Writes the server's message into the cache, and invalidates its versions. */
export function useKeepMessage(systemId: number, language: Language) {
  const kind = useMessageKind();
  const queries = useQueryClient();
  const { queryKey } = messageOptions(systemId, kind, language);
  return (patch: Partial<ReadMessage>) => {
    queries.setQueryData(queryKey, (before) => before && { ...before, doubt: undefined, ...patch });
    void queries.invalidateQueries({ queryKey: versionsKey(systemId, kind, language) });
  };
}

export function versionsKey(systemId: number, kind: MessageKind, language: Language) {
  return ['messageVersions', systemId, kind, language] as const;
}

export function versionsOptions(systemId: number, kind: MessageKind, language: Language) {
  return queryOptions({
    queryKey: versionsKey(systemId, kind, language),
    queryFn: async ({ signal }) => {
      const params = { systemId, languageId: language };
      const versions = await call(listMessageVersions, { params, query: { kind }, signal });
      return versions.map(({ subject, ...version }) => ({ ...version, heading: subject }));
    },
  });
}

/** Cached without end, since a version never changes. */
export function versionOptions(systemId: number, versionId: number) {
  return queryOptions({
    queryKey: ['messageVersion', systemId, versionId],
    queryFn: ({ signal }) => call(getMessageVersion, { params: { systemId, versionId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Restores a version. The cache then has the stored text: that version, or a newer text of somebody else. */
export function useRestoreMessage(systemId: number, language: Language) {
  const keep = useKeepMessage(systemId, language);
  return useMutation({
    mutationFn: ({ versionId, savedAt }: { versionId: number; savedAt: Date | null }) =>
      call(restoreMessage, { params: { systemId, versionId }, body: { savedAt } }),
    onSuccess: (reply) => keep('outcome' in reply ? reply.current : reply),
  });
}
