/** The query parameter that focuses one exam on the candidate’s page. */
export const ownExamParam = 'exam';

export function ownExamHref(examId: number): string {
  return `/my-exams?${ownExamParam}=${examId}`;
}

export function ownExamHeadingId(examId: number | string): string {
  return `own-exam-${examId}`;
}
