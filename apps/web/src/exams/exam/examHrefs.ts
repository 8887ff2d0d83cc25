import type { AskedOnPage } from './examQuestions.ts';

/** Links from one tab of a configuration page to another, and to the outbox. */
export function importHref(cohortId: number): string {
  return `?tab=import&cohort=${cohortId}`;
}

export function candidatesHref(cohortId: number): string {
  return `?tab=users&cohort=${cohortId}`;
}

/** The tab that edits the text of the invitation. */
export const messageTextHref = '?tab=email';

export function examHref(systemId: number, cohortId: number): string {
  return `/configuration/exams/${systemId}/${cohortId}`;
}

/** The page of an exam with a question open; nothing is done before the answer. */
export function questionHref(systemId: number, cohortId: number, question: AskedOnPage): string {
  return `${examHref(systemId, cohortId)}?ask=${question}`;
}

export function attendanceHref(systemId: number, cohortId: number): string {
  return `${examHref(systemId, cohortId)}/attendance`;
}

export function resultsHref(systemId: number, cohortId: number): string {
  return `${examHref(systemId, cohortId)}/results`;
}

export function driftHref(systemId: number, cohortId: number): string {
  return `${examHref(systemId, cohortId)}/platform`;
}

export function mailsHref(systemId: number, cohortId: number): string {
  return `/outbox?system=${systemId}&cohort=${cohortId}`;
}

/** The id of the form that edits the exam's facts, on its page. */
export const examFormId = 'exam-form';

export function examFormHref(systemId: number, cohortId: number): string {
  return `${examHref(systemId, cohortId)}#${examFormId}`;
}
