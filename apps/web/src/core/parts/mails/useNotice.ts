import { areNotesSendable, hasNote, type NoticeNotes } from '@guichet/contract/exams/notices.notes';
import { useState } from 'react';

export type NoticeChoice = ReturnType<typeof useNotice>;

/**
 * Whether the people concerned are told by mail, and the sentences that the sender adds. `mayTell` is whether anybody
 * can be told, `byDefault` the answer until somebody ticks or unticks the box.
 */
export function useNotice({ mayTell, byDefault }: { mayTell: boolean; byDefault: boolean }) {
  const [chosen, choose] = useState<boolean | null>(null);
  const [notes, setNotes] = useState<NoticeNotes>({});
  const sendEmail = mayTell && (chosen ?? byDefault);
  return {
    sendEmail,
    choose,
    notes,
    setNotes,
    isFilled: sendEmail && hasNote(notes),
    isSendable: !sendEmail || areNotesSendable(notes),
    /** The part of a call that says so. */
    body: { sendEmail, ...(sendEmail && notes) },
    reset() {
      choose(null);
      setNotes({});
    },
  };
}
