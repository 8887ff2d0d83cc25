import type { mailStates } from '@guichet/contract/mail/outbox.states';

/** The outbox with the mails of an exam, all or those in one state. */
export function mailsHref(systemId: number, examId: number, state?: (typeof mailStates)[number]): string {
  return `/outbox?system=${systemId}&exam=${examId}${state ? `&state=${state}` : ''}`;
}

export function letterHref(systemId: number, examId: number): string {
  return `/configuration/exams/${systemId}/${examId}/letter`;
}
