import type { MessageText } from '@guichet/contract/mail/messages';
import type { CallFailed } from '../../../core/call/CallFailed.ts';
import { isToldAtFields, useFailureText, useValidationText } from '../../../core/forms/formFaults.tsx';

export interface MessageFault {
  readonly path: string;
  readonly text: string;
  /** The unknown placeholder, without braces; null for any other fault. */
  readonly placeholder: string | null;
}

/** The texts of the faults that the server found in a message. */
export function useMessageFaults(): (failure: unknown) => readonly MessageFault[] {
  const failureText = useFailureText();
  const validationText = useValidationText();
  return (failure) => {
    if (!isToldAtFields(failure)) return [];
    return failure.errors.map(({ path, messageKey }) => {
      const isPlaceholder = messageKey === 'unknownPlaceholder';
      // The detail of the failure names the placeholder, and the key does not.
      const isNamed = isPlaceholder || messageKey === 'wrappedSecret';
      const text = isNamed ? failureText(failure) : validationText(messageKey);
      return { path, text, placeholder: isPlaceholder ? nameIn(failure) : null };
    });
  };
}

/** Whether a fault still applies; an unknown placeholder does as long as the text contains it. */
export function isStillAt({ path, placeholder }: MessageFault, sent: MessageText, now: MessageText): boolean {
  const field = path === 'subject' || path === 'preheader' ? path : 'body';
  const text = now[field] ?? '';
  return placeholder === null ? (sent[field] ?? '') === text : wordsOf(text).includes(placeholder);
}

function nameIn({ params }: CallFailed): string {
  return String(params.name ?? '');
}

/** Reads the text as the server does: an editor may put tags and no-break spaces inside a placeholder. */
function wordsOf(text: string): string {
  return text
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replace(/\s+/g, ' ');
}
