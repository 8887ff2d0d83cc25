import type { Language } from '@guichet/contract/core/language';
import type { MessageEditConflict, MessageText } from '@guichet/contract/messages';
import { useRef } from 'react';
import { useFailureText } from '../../../platform/forms/useFailureText.ts';
import { isToldAtFields } from '../../../platform/forms/useFieldFaults.tsx';
import { useSaveMessage } from '../messages.api.ts';
import { useOperationPopup } from '../preview/useOperationPopup.ts';
import { isStillAt, useMessageFaults } from './useMessageFaults.ts';

export type MessageSaving = ReturnType<typeof useMessageSaving>;

/** Saves a text; tells how that went in a popup (S8.9), at the fields, and where it can be mended. */
export function useMessageSaving(of: {
  systemId: number;
  language: Language;
  text: MessageText;
  basedOn: Date | null;
  discard: () => void;
}) {
  const { systemId, language, text, basedOn, discard } = of;
  const popup = useOperationPopup('save');
  const failureText = useFailureText();
  const faultsOf = useMessageFaults();
  const mutation = useSaveMessage(systemId, language);
  const { error, data, variables } = mutation;
  const latest = useRef(text);
  latest.current = text;

  function save(over: Date | null, onSaved: () => void) {
    if (mutation.isPending) return;
    const sent = text;
    mutation.mutate(
      { subject: sent.subject, body: sent.body, savedAt: over },
      {
        onSuccess(reply) {
          if ('outcome' in reply) return;
          // What was typed while it was on its way is newer than what was saved.
          if (latest.current.subject === sent.subject && latest.current.body === sent.body) discard();
          popup.succeeded();
          onSaved();
        },
        onError: popup.failed,
      },
    );
  }

  return {
    isSaving: mutation.isPending,
    save: () => save(basedOn, () => {}),
    /** Saves over what somebody else has saved meanwhile, and over nothing newer than that. */
    saveOver: (theirs: MessageEditConflict['current'], onSaved: () => void) => save(theirs.savedAt, onSaved),
    /** What somebody else has saved meanwhile, where that stood in the way of the last save. */
    theirs: data && 'outcome' in data ? data.current : null,
    forget: mutation.reset,
    problem: error === null ? null : failureText(error),
    /** The failure that the fields tell, a new one after each save; null where there is none, or none of theirs. */
    refusal: isToldAtFields(error) ? error : null,
    /** What is wrong at the fields, as long as it is. */
    faults: faultsOf(error).filter((fault) => variables && isStillAt(fault, variables, text)),
  };
}
