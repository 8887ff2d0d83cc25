import type { Language } from '@guichet/contract/core/language';
import type { LetterTexts } from '@guichet/contract/exams/letters';
import { useState } from 'react';
import type { CallFailed } from '../../../../core/call/CallFailed.ts';
import { isToldAtFields, useValidationText } from '../../../../core/forms/formFaults.tsx';
import { isStillAt, useMessageFaults } from '../../../../mail/messages/drafts/useMessageFaults.ts';
import { textIn } from '../../../notices/letters/letterDraft.ts';

interface Refused {
  readonly failure: CallFailed;
  readonly sent: LetterTexts;
}

export type LetterFaults = ReturnType<typeof useLetterFaults>;

/**
 * The faults that the server found in a letter, at the fields of the shown language. `refuse` takes a failure and
 * shows the language at fault; false where no field can show the failure.
 */
export function useLetterFaults(
  letter: LetterTexts,
  language: Language,
  onLanguage: (language: Language) => void,
) {
  const [refused, setRefused] = useState<Refused | null>(null);
  const validationText = useValidationText();
  const faultsOf = useMessageFaults();
  const all = refused ? faultsOf(refused.failure) : [];
  const faults = all.flatMap((fault) => {
    const at = { ...fault, path: fault.path.startsWith('subject') ? 'subject' : 'body' };
    const isHere = languageOf(fault.path) === language;
    const isNow = refused && isStillAt(at, textIn(refused.sent, language), textIn(letter, language));
    return isHere && isNow ? [at] : [];
  });
  const hourFault = refused?.failure.errors.find(({ path }) => path === 'hour' || path === 'daysBefore');

  function refuse(failure: unknown, sent: LetterTexts): boolean {
    if (!isToldAtFields(failure)) return false;
    setRefused({ failure, sent });
    const [first] = failure.errors.flatMap(({ path }) => languageOf(path) ?? []);
    if (first) onLanguage(first);
    return true;
  }

  return {
    refuse,
    refusal: refused?.failure ?? null,
    faults,
    hourFault: hourFault ? validationText(hourFault.messageKey) : null,
  };
}

function languageOf(path: string): Language | null {
  if (path.endsWith('Fr')) return 'fr';
  return path.endsWith('En') ? 'en' : null;
}
