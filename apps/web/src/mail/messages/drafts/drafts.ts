import type { Language } from '@guichet/contract/core/language';
import type { Message, MessageText } from '@guichet/contract/mail/messages';
import { useAskBeforeUnload, useKept } from '../../../core/browser/useKept.ts';
import { getSession } from '../../../core/session/sessionStore.ts';
import { type MessageQuery, useMessageQuery } from '../messages.api.ts';

/** An unsaved text, and the saved version on which it is based. */
export interface Draft extends MessageText {
  /** ISO 8601; null when no message was saved. */
  readonly basedOn: string | null;
}

/** The draft of a message in this tab; it survives a reload and the end of a session, not the tab. */
export function useDraft(systemId: number, language: Language) {
  return useKept<Draft>(
    `guichet.message.${getSession().username}.${systemId}.${language}${suffix(useMessageQuery())}`,
  );
}

/** The user's own text that a newer version replaced, kept until the user takes it up or forgets it. */
export function useSetAside(systemId: number, language: Language) {
  return useKept<MessageText>(
    `guichet.message.aside.${getSession().username}.${systemId}.${language}${suffix(useMessageQuery())}`,
  );
}

function suffix({ kind, examId }: MessageQuery): string {
  return `${kind === 'invitation' ? '' : `.${kind}`}${examId === undefined ? '' : `.exam${examId}`}`;
}

/** The text in the fields: the draft, or else the saved text. */
export function useMessageText(systemId: number, language: Language, saved: Message) {
  const [draft, keep] = useDraft(systemId, language);
  const text: MessageText = draft ?? saved;
  const isDirty = draft !== null;

  useAskBeforeUnload(isDirty);

  return {
    text,
    isDirty,
    /** The version on which the text is based; null when no message was saved. */
    basedOn: draft ? (draft.basedOn === null ? null : new Date(draft.basedOn)) : saved.savedAt,
    change(patch: Partial<MessageText>) {
      const { subject, body, preheader = saved.preheader } = text;
      const next = { subject, body, preheader, ...patch };
      const isBack = isSameText(next, saved);
      const basedOn = draft ? draft.basedOn : (saved.savedAt?.toISOString() ?? null);
      keep(isBack ? null : { ...next, basedOn });
    },
    /** Continues with a text written over an older version; it is now based on the current version. */
    takeUp: ({ subject, body, preheader }: MessageText) =>
      keep({ subject, body, preheader, basedOn: saved.savedAt?.toISOString() ?? null }),
    discard: () => keep(null),
  };
}

export function isSameText(one: MessageText, other: MessageText): boolean {
  return one.subject === other.subject && one.body === other.body && one.preheader === other.preheader;
}
