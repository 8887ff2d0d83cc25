import type { Cohort } from '@guichet/contract/cohorts';
import { useQuery } from '@tanstack/react-query';
import { cohortsOptions, type WhichCohorts } from '../../../features/cohorts/cohorts.api.ts';
import { isPlatformStateMoving } from '../../../features/learning/health.api.ts';
import { hasMovingMails } from '../../../features/outbox/mail/mailState.ts';
import { useLanguage } from '../../../platform/i18n/useT.ts';

const lookAgainMs = 3000;

/** Cohorts of a system, polled while something about them is pending. */
export function useCohorts(systemId: number, which: WhichCohorts, enabled = true) {
  const language = useLanguage();
  return useQuery({
    ...cohortsOptions(systemId, which, language),
    enabled,
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? lookAgainMs : false),
  });
}

function isMoving({ platformState, places, mails }: Cohort): boolean {
  const arePlacesMoving = Boolean(places.pending || places.waiting);
  return arePlacesMoving || isPlatformStateMoving(platformState) || hasMovingMails(mails);
}
