import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../../../../core/i18n/useT.ts';
import { isExamOver } from '../../../../core/parts/mails/isExamOver.ts';
import { isPlatformStateMoving } from '../../../../learning/platformState.ts';
import { hasMovingMails } from '../../../../mail/outbox/mail/mailState.ts';
import { examsOptions, type WhichExams } from '../../../places/places.api.ts';

const lookAgainMs = 3000;
/** The poll interval until a course is read back, which happens a minute after the last change. */
const readBackMs = 20_000;

/** The exams of a system, polled while a state is pending. */
export function useExams(systemId: number, which: WhichExams, enabled = true) {
  const language = useLanguage();
  return useQuery({
    ...examsOptions(systemId, which, language),
    enabled,
    refetchInterval: ({ state }) => {
      if (state.data?.some(isMoving)) return lookAgainMs;
      return state.data?.some(isToBeReadBack) ? readBackMs : false;
    },
  });
}

function isMoving({ platformState, places, mails }: ExamSummary): boolean {
  const arePlacesMoving = Boolean(places.pending || places.waiting);
  return arePlacesMoving || isPlatformStateMoving(platformState) || hasMovingMails(mails);
}

/** Past exams are excluded, since their course may never be read again. */
function isToBeReadBack({ platformState, readBackAt, date, lastDay }: ExamSummary): boolean {
  return platformState === 'done' && readBackAt === null && !isExamOver({ date, endTime: '', lastDay });
}
