import type { MessageKind } from '@guichet/contract/mail/messages';

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

/** The questions about an exam that open a dialog, on its page and in the list of exams. */
export const examQuestions = ['remind', 'copy', 'deactivate', 'reactivate'] as const;
export type ExamQuestion = (typeof examQuestions)[number];

/** The questions that the address of an exam's page can open; `add` asks for one person. */
export const askedOnPage = ['add', ...examQuestions] as const;
export type AskedOnPage = (typeof askedOnPage)[number];
