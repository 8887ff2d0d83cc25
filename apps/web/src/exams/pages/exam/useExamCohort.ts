import type { Cohort } from '@guichet/contract/exams/cohorts';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../../../core/i18n/useT.ts';
import { closedExamsOptions } from '../../exam/exams.api.ts';
import { useCohorts } from '../configuration/cohorts/useCohorts.ts';

/** The counts of an exam: polled for an active exam, fetched once for a cancelled one. */
export function useExamCohort(systemId: number, cohortId: number, isCancelled: boolean) {
  const active = useCohorts(systemId, 'active', !isCancelled);
  const cancelled = useQuery({
    ...closedExamsOptions(systemId, 'cancelled', useLanguage()),
    enabled: isCancelled,
  });
  const query = isCancelled ? cancelled : active;
  const found: Cohort | undefined = query.data?.find(({ id }) => id === cohortId);
  return { query, found };
}
