import type { Language } from '@guichet/contract/core/language';
import { previewInvitation } from '@guichet/contract/exams/invitations';
import {
  getMessage,
  type Message,
  type MessageKind,
  type MessageText,
} from '@guichet/contract/mail/messages';
import { listMessageVersions } from '@guichet/contract/mail/messages.versions';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../core/call/call.ts';
import { query } from '../../core/call/query.ts';
import { useReload } from '../../core/call/useCall.ts';
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
    ...query(previewInvitation, {
      params: { systemId, languageId: language },
      query: { kind },
      body: { subject, body, preheader, cohortId },
    }),
    placeholderData: (before) => before,
    retry: false,
    // Not cached, since each pause in typing makes another preview.
    gcTime: 0,
  });
}

/** Writes the server's message into the cache, and invalidates its versions. */
export function useKeepMessage(systemId: number, language: Language) {
  const kind = useMessageKind();
  const queries = useQueryClient();
  const reload = useReload(listMessageVersions);
  const { queryKey } = messageOptions(systemId, kind, language);
  return (patch: Partial<ReadMessage>) => {
    queries.setQueryData(queryKey, (before) => before && { ...before, doubt: undefined, ...patch });
    void reload();
  };
}
