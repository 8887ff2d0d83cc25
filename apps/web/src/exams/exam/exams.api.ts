import type { Language } from '@guichet/contract/core/language';
import { getExam } from '@guichet/contract/exams/exams';
import { titleIn } from '@guichet/contract/exams/exams.end';
import { type ClosedState, listClosedExams } from '@guichet/contract/exams/exams.list';
import { queryOptions } from '@tanstack/react-query';
import { query } from '../../core/call/query.ts';

/** One exam, with its title in the given language. */
export function examOptions(systemId: number, examId: number, language: Language) {
  return queryOptions({
    ...query(getExam, { params: { systemId, examId } }),
    select: (exam) => titleIn(language, exam),
  });
}

export function closedExamsOptions(systemId: number, state: ClosedState, language: Language) {
  return queryOptions({
    ...query(listClosedExams, { params: { systemId }, query: { state } }),
    select: (exams) => exams.map((exam) => titleIn(language, exam)),
  });
}
