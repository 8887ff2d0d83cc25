import type { MessageKind } from '@guichet/contract/mail/messages';
import type { AskedOnPage } from './examQuestions.ts';

/** Links from one tab of a configuration page to another. */
export function importHref(examId: number): string {
  return `?tab=import&exam=${examId}`;
}

export function candidatesHref(examId: number): string {
  return `?tab=users&exam=${examId}`;
}

export function examHref(systemId: number, examId: number): string {
  return `/configuration/exams/${systemId}/${examId}`;
}

/** The page of an exam with a question open; nothing is done before the answer. */
export function questionHref(systemId: number, examId: number, question: AskedOnPage): string {
  return `${examHref(systemId, examId)}?ask=${question}`;
}

export function attendanceHref(systemId: number, examId: number): string {
  return `${examHref(systemId, examId)}/attendance`;
}

export function presenceHref(systemId: number, examId: number): string {
  return `${examHref(systemId, examId)}/presence`;
}

/** The texts of an exam, its own or the system's. */
export function examTextsHref(systemId: number, examId: number, kind?: MessageKind): string {
  return `${examHref(systemId, examId)}/messages${kind ? `?text=${kind}` : ''}`;
}

export function resultsHref(systemId: number, examId: number): string {
  return `${examHref(systemId, examId)}/results`;
}

export function driftHref(systemId: number, examId: number): string {
  return `${examHref(systemId, examId)}/platform`;
}

/** The id of the list of candidates on the page of an exam. */
export const examPeopleId = 'exam-people';

/** The id of the form that edits the exam's facts, on its page. */
export const examFormId = 'exam-form';

export function examFormHref(systemId: number, examId: number): string {
  return `${examHref(systemId, examId)}#${examFormId}`;
}
