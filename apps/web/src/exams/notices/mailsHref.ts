import type { mailStates } from '@guichet/contract/mail/outbox.states';

export function mailsHref(systemId: number, examId: number, state?: (typeof mailStates)[number]): string {
  return `/outbox?system=${systemId}&exam=${examId}${state ? `&state=${state}` : ''}`;
}

export function letterHref(systemId: number, examId: number): string {
  return `/configuration/exams/${systemId}/${examId}/letter`;
}
