import type { Language } from '@guichet/contract/core/language';
import { previewInvitation } from '@guichet/contract/exams/notices.invitations';
import type { MessageKind, MessageText } from '@guichet/contract/mail/messages';
import { queryOptions } from '@tanstack/react-query';
import { query } from '../../core/call/query.ts';

/** The mail as rendered for an exam, by default the next; the last preview stays until a new one is there. */
export function previewOptions(
  systemId: number,
  kind: MessageKind,
  language: Language,
  { subject, body, preheader }: MessageText,
  examId: number | null,
) {
  return queryOptions({
    ...query(previewInvitation, {
      params: { systemId, languageId: language },
      query: { kind },
      body: { subject, body, preheader, examId },
    }),
    placeholderData: (before) => before,
    retry: false,
    // Not cached, since each pause in typing makes another preview.
    gcTime: 0,
  });
}
