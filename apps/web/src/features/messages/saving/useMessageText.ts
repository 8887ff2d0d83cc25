import type { Language } from '@guichet/contract/core/language';
import type { Message, MessageText } from '@guichet/contract/messages';
import { useEffect } from 'react';
import { useDraft } from './drafts.ts';

/** The text in the fields: the draft, or else the saved text. */
export function useMessageText(systemId: number, language: Language, saved: Message) {
  const [draft, keep] = useDraft(systemId, language);
  const text: MessageText = draft ?? saved;
  const isDirty = draft !== null;

  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);

  return {
    text,
    isDirty,
    /** The version that was edited; null when there was none. */
    basedOn: draft ? (draft.basedOn === null ? null : new Date(draft.basedOn)) : saved.savedAt,
    change(patch: Partial<MessageText>) {
      const next = { subject: text.subject, body: text.body, ...patch };
      const isBack = next.subject === saved.subject && next.body === saved.body;
      const basedOn = draft ? draft.basedOn : (saved.savedAt?.toISOString() ?? null);
      keep(isBack ? null : { ...next, basedOn });
    },
    /** Continues with a text written over an older version, now based on the current one. */
    takeUp: ({ subject, body }: MessageText) =>
      keep({ subject, body, basedOn: saved.savedAt?.toISOString() ?? null }),
    discard: () => keep(null),
  };
}
