import type { MessageText } from '@guichet/contract/messages';
import type { CallFailed } from '../../../platform/call/CallFailed.ts';
import { useFailureText } from '../../../platform/forms/useFailureText.ts';
import { isToldAtFields } from '../../../platform/forms/useFieldFaults.tsx';
import { useValidationText } from '../../../platform/forms/useValidationText.ts';

export interface MessageFault {
  readonly path: string;
  readonly text: string;
  /** The unknown placeholder, without its braces; null where the fault is another one. */
  readonly placeholder: string | null;
}

/** What the server found wrong in subject and text, in words. */
export function useMessageFaults(): (failure: unknown) => readonly MessageFault[] {
  const failureText = useFailureText();
  const validationText = useValidationText();
  return (failure) => {
    if (!isToldAtFields(failure)) return [];
    return failure.errors.map(({ path, messageKey }) => {
      const isPlaceholder = messageKey === 'unknownPlaceholder';
      // Its name stands in the sentence of the failure, not in the key.
      const text = isPlaceholder ? failureText(failure) : validationText(messageKey);
      return { path, text, placeholder: isPlaceholder ? nameIn(failure) : null };
    });
  };
}

/** Whether a fault of the text that was sent is one of the text as it stands: an unknown placeholder while it is in there. */
export function isStillAt({ path, placeholder }: MessageFault, sent: MessageText, now: MessageText): boolean {
  const field = path === 'subject' ? 'subject' : 'body';
  return placeholder === null ? sent[field] === now[field] : wordsOf(now[field]).includes(placeholder);
}

function nameIn({ params }: CallFailed): string {
  return String(params.name ?? '');
}

/** As the server reads it: an editor may put tags and hard blanks inside. */
function wordsOf(text: string): string {
  return text
    .replace(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replace(/\s+/g, ' ');
}
