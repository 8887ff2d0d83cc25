import type { Cohort } from '@guichet/contract/exams/cohorts';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../../../../core/i18n/useT.ts';
import { isPlatformStateMoving } from '../../../../learning/platformState.ts';
import { hasMovingMails } from '../../../../mail/outbox/mail/mailState.ts';
import { cohortsOptions, type WhichCohorts } from '../../../cohorts/cohorts.api.ts';

const lookAgainMs = 3000;
/** The poll interval until a course is read back, which happens a minute after the last change. */
const readBackMs = 20_000;

/** The cohorts of a system, polled while a state is pending. */
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

/** Past exams are excluded, since their course may never be read again. */
function isToBeReadBack({ platformState, readBackAt, date }: Cohort): boolean {
  return platformState === 'done' && readBackAt === null && date >= new Date().toISOString().slice(0, 10);
}
