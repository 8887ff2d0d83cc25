/** The query parameter that focuses one exam on the candidate’s page. */
export const ownExamParam = 'exam';

export function ownExamHref(cohortId: number): string {
  return `/my-exams?${ownExamParam}=${cohortId}`;
}

export function ownExamHeadingId(cohortId: number | string): string {
  return `own-exam-${cohortId}`;
}
