import type { Cohort } from '@guichet/contract/cohorts';
import { useQuery } from '@tanstack/react-query';
import { cohortsOptions, type WhichCohorts } from '../../../features/cohorts/cohorts.api.ts';
import { isPlatformStateMoving } from '../../../features/learning/health.api.ts';
import { hasMovingMails } from '../../../features/outbox/mail/mailState.ts';
import { useLanguage } from '../../../platform/i18n/useT.ts';

const lookAgainMs = 3000;
/** Until a course is read back, a minute after the last change. */
const readBackMs = 20_000;

/** Cohorts of a system, polled while something about them is pending. */
export function useCohorts(systemId: number, which: WhichCohorts, enabled = true) {
  const language = useLanguage();
  return useQuery({
    ...cohortsOptions(systemId, which, language),
    enabled,
    refetchInterval: ({ state }) => {
      if (state.data?.some(isMoving)) return lookAgainMs;
      return state.data?.some(isToBeReadBack) ? readBackMs : false;
    },
  });
}

function isMoving({ platformState, places, mails }: Cohort): boolean {
  const arePlacesMoving = Boolean(places.pending || places.waiting);
  return arePlacesMoving || isPlatformStateMoving(platformState) || hasMovingMails(mails);
}

/** That of a past exam may never be read again. */
function isToBeReadBack({ platformState, readBackAt, date }: Cohort): boolean {
  return platformState === 'done' && readBackAt === null && date >= new Date().toISOString().slice(0, 10);
}
