import type { Language } from '@guichet/contract/core/language';
import { previewInvitation, sendEmailTest } from '@guichet/contract/invitations';
import {
  addFile,
  deleteFile,
  getMessage,
  type Message,
  type MessageText,
  saveMessage,
} from '@guichet/contract/messages';
import { issueTicket } from '@guichet/contract/sessions';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { buildRequest } from '../../platform/call/buildRequest.ts';
import { isRefused } from '../../platform/call/CallFailed.ts';
import { call } from '../../platform/call/call.ts';

/** What became of an attachment after a call that failed: nothing, or nobody knows. */
export interface AttachmentDoubt {
  readonly operation: 'attach' | 'detach';
  readonly isRefused: boolean;
}

/** A message as it was last read, and what is not certain about it since. */
export interface ReadMessage extends Message {
  readonly doubt?: AttachmentDoubt | undefined;
}

export function messageOptions(systemId: number, language: Language) {
  return queryOptions({
    queryKey: ['messages', systemId, language],
    queryFn: ({ signal }): Promise<ReadMessage> =>
      call(getMessage, { params: { systemId, languageId: language }, signal }),
  });
}

/** The mail that a text would make. What was shown last stays until the next one is there. */
export function previewOptions(systemId: number, language: Language, { subject, body }: MessageText) {
  return queryOptions({
    queryKey: ['invitations', 'preview', systemId, language, subject, body],
    queryFn: ({ signal }) =>
      call(previewInvitation, {
        params: { systemId, languageId: language },
        body: { subject, body },
        signal,
      }),
    placeholderData: (before) => before,
    retry: false,
    // One per pause in typing: none is worth keeping.
    gcTime: 0,
  });
}

export function useSaveMessage(systemId: number, language: Language) {
  const keep = useKeepMessage(systemId, language);
  return useMutation({
    mutationFn: ({ subject, body, savedAt }: MessageText & { savedAt: Date | null }) =>
      call(saveMessage, {
        params: { systemId, languageId: language },
        body: { subject, body, savedAt },
      }),
    onSuccess: (reply) => void ('outcome' in reply || keep(reply)),
  });
}

export function useAttach(systemId: number, language: Language) {
  const keep = useKeepMessage(systemId, language);
  return useMutation({
    mutationFn: ({ file, onProgress }: { file: File; onProgress: (share: number) => void }) =>
      call(addFile, {
        params: { systemId, languageId: language },
        body: { systemId, languageId: language },
        file,
        onUploadProgress: onProgress,
      }),
    onSuccess: keep,
    // A refused file has changed nothing, and the form says why.
    onError: (failure) => isRefused(failure) || keep({ doubt: { operation: 'attach', isRefused: false } }),
  });
}

/** S4.12: the name goes, whatever becomes of the call; what it may have left is in doubt until the message is read again. */
export function useRemoveAttachment(systemId: number, language: Language) {
  const keep = useKeepMessage(systemId, language);
  return useMutation({
    mutationFn: () => call(deleteFile, { params: { systemId, languageId: language } }),
    onSuccess: () => keep({ fileName: null }),
    onError: (failure) =>
      keep({ fileName: null, doubt: { operation: 'detach', isRefused: isRefused(failure) } }),
  });
}

/** The address of the window that sends a test. */
export function testAddress(systemId: number, language: Language): string {
  const input = { params: { systemId, languageId: language } };
  return buildRequest(sendEmailTest, input, { token: null, xsrfToken: null, language }).url;
}

/** Lets a window of its own send the test, once; a window carries no header (readings §3). */
export function askTestTicket(systemId: number, language: Language) {
  return call(issueTicket, { body: { purpose: 'sendEmailTest', systemId, languageId: language } });
}

/** What the server says that a message is now, for every place that shows it; its versions are asked for anew. */
export function useKeepMessage(systemId: number, language: Language) {
  const queries = useQueryClient();
  const { queryKey } = messageOptions(systemId, language);
  return (patch: Partial<ReadMessage>) => {
    queries.setQueryData(queryKey, (before) => before && { ...before, doubt: undefined, ...patch });
    void queries.invalidateQueries({ queryKey: versionsKey(systemId, language) });
  };
}

export function versionsKey(systemId: number, language: Language) {
  return ['messageVersions', systemId, language] as const;
}
