import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../../../core/i18n/useT.ts';
import { closedExamsOptions } from '../../exam/exams.api.ts';
import { useExams } from '../configuration/exams/useExams.ts';

/** The counts of an exam: polled for an active exam, fetched once for a cancelled one. */
export function useExamSummary(systemId: number, examId: number, isCancelled: boolean) {
  const active = useExams(systemId, 'active', !isCancelled);
  const cancelled = useQuery({
    ...closedExamsOptions(systemId, 'cancelled', useLanguage()),
    enabled: isCancelled,
  });
  const query = isCancelled ? cancelled : active;
  const found: ExamSummary | undefined = query.data?.find(({ id }) => id === examId);
  return { query, found };
}
