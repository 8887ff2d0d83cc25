import type { Language } from '@guichet/contract/core/language';
import { type MessageEditConflict, type MessageText, saveMessage } from '@guichet/contract/mail/messages';
import { useRef } from 'react';
import { isRefused } from '../../../core/call/CallFailed.ts';
import { useCall } from '../../../core/call/query.ts';
import { isToldAtFields, useFailureText } from '../../../core/forms/formFaults.tsx';
import { isSameText } from '../drafts/drafts.ts';
import { isStillAt, useMessageFaults } from '../drafts/useMessageFaults.ts';
import { useKeepMessage, useMessageQuery } from '../messages.api.ts';
import { useOperationPopup } from './useOperationPopup.ts';

export type MessageSaving = ReturnType<typeof useMessageSaving>;

/** Saves a text and shows the result: in a popup (S8.9), at the fields, or as an edit conflict. */
export function useMessageSaving(of: {
  systemId: number;
  language: Language;
  text: MessageText;
  basedOn: Date | null;
  discard: () => void;
  /** Saves the rest of the message, once the text is stored. */
  saveRest: () => void;
}) {
  const { systemId, language, text, basedOn, discard, saveRest } = of;
  const popup = useOperationPopup('save');
  const failureText = useFailureText();
  const faultsOf = useMessageFaults();
  const query = useMessageQuery();
  const keep = useKeepMessage(systemId, language);
  const mutation = useCall(saveMessage, {
    onSuccess: (reply) => void ('outcome' in reply || keep(reply)),
  });
  const { error, data, variables } = mutation;
  const latest = useRef(text);
  latest.current = text;

  function save(over: Date | null, onSaved: () => void) {
    if (mutation.isPending) return;
    const sent = text;
    mutation.mutate(
      {
        params: { systemId, languageId: language },
        query,
        body: { subject: sent.subject, body: sent.body, preheader: sent.preheader, savedAt: over },
      },
      {
        onSuccess(reply) {
          if ('outcome' in reply) return;
          // A text typed during the save is newer than the saved text, so its draft stays.
          if (isSameText(latest.current, sent)) discard();
          popup.succeeded();
          onSaved();
          saveRest();
        },
        onError: popup.failed,
      },
    );
  }

  return {
    isSaving: mutation.isPending,
    save: () => save(basedOn, () => {}),
    /** Overwrites the newer version that was shown, but no later one. */
    saveOver: (theirs: MessageEditConflict['current'], onSaved: () => void) => save(theirs.savedAt, onSaved),
    /** The newer version that the last save conflicted with. */
    theirs: data && 'outcome' in data ? data.current : null,
    forget: mutation.reset,
    problem: error === null ? null : failureText(error),
    /** Whether nobody knows if the last save succeeded, which the popup says. */
    isUnknown: error !== null && !isRefused(error),
    /** The last save's failure at the fields, a new object for each save; null without such a failure. */
    refusal: isToldAtFields(error) ? error : null,
    faults: faultsOf(error).filter((fault) => variables && isStillAt(fault, variables.body, text)),
  };
}
