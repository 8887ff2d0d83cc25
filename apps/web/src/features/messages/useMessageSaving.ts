import type { Language } from '@guichet/contract/core/language';
import type { MessageText, OvertakenMessage } from '@guichet/contract/messages';
import { useRef } from 'react';
import { CallFailed } from '../../platform/call/CallFailed.ts';
import { useFailureText } from '../../platform/useFailureText.ts';
import { useValidationText } from '../../platform/useValidationText.ts';
import { useSaveMessage } from './messages.api.ts';
import { useOperationPopup } from './useOperationPopup.ts';

export interface FieldFaultText {
  readonly path: string;
  readonly text: string;
}

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
  const validationText = useValidationText();
  const mutation = useSaveMessage(systemId, language);
  const { error, data } = mutation;
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
    saveOver: (theirs: OvertakenMessage['current'], onSaved: () => void) => save(theirs.savedAt, onSaved),
    /** What somebody else has saved meanwhile, where that stood in the way of the last save. */
    theirs: data && 'outcome' in data ? data.current : null,
    forget: mutation.reset,
    problem: error === null ? null : failureText(error),
    faults: faultsOf(error),
  };

  function faultsOf(failure: unknown): readonly FieldFaultText[] {
    if (!(failure instanceof CallFailed)) return [];
    return failure.errors.map(({ path, messageKey }) => ({
      path,
      // Its name stands in the sentence of the failure, not in the key.
      text: messageKey === 'unknownPlaceholder' ? failureText(failure) : validationText(messageKey),
    }));
  }
}
