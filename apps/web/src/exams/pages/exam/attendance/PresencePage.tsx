import type { Exam } from '@guichet/contract/exams/exams';
import { listExtraTimes } from '@guichet/contract/exams/results.extraTime';
import { useState } from 'react';
import { query, useQuery } from '../../../../core/call/query.ts';
import { useLanguage, useT } from '../../../../core/i18n/useT.ts';
import type { PageProps } from '../../../../core/page/TitledPage.tsx';
import { Checkbox } from '../../../../ui/fields/Checkbox.tsx';
import { PresenceList, type PresenceListProps } from '../../../exam/attendance/PresenceList.tsx';
import { extraTimesInWords } from '../../../results/extraTime/extraTimesInWords.ts';
import { ExamPartPage } from '../ExamPartPage.tsx';
import { FromExamDay } from '../FromExamDay.tsx';

/** Who came to an exam, ticked at the door or afterwards; attestations go by it. */
export function PresencePage(page: PageProps) {
  const t = useT();
  return (
    <ExamPartPage {...page} isNamed>
      {({ seesExtraTime, ...part }) => (
        <FromExamDay
          {...part}
          ahead={(date) => t('Presence.Ahead', { date })}
          before={
            <div className="max-w-4xl">
              <PresenceList {...part} isAhead />
            </div>
          }
        >
          <div className="flex max-w-4xl flex-col gap-4">
            <p className="max-w-prose text-muted">{t('Presence.Lead')}</p>
            {seesExtraTime ? <WithExtraTimes {...part} /> : <PresenceList {...part} />}
          </div>
        </FromExamDay>
      )}
    </ExamPartPage>
  );
}

/** The list for who may see extra time, which shows on request alone: a screen at the door is read by many. */
function WithExtraTimes(part: Omit<PresenceListProps, 'exam'> & { exam: Exam }) {
  const t = useT();
  const language = useLanguage();
  const [isShown, show] = useState(false);
  const { systemId, examId } = part;
  const { data = [] } = useQuery({
    ...query(listExtraTimes, { params: { systemId, examId }, query: { withAmounts: true } }),
    enabled: isShown,
  });
  const extraTimes = isShown ? extraTimesInWords(part.exam, data, t, language) : undefined;
  return (
    <>
      <Checkbox
        label={t('Attendance.WithExtraTime')}
        checked={isShown}
        onChange={({ target }) => show(target.checked)}
      />
      <PresenceList {...part} extraTimes={extraTimes} />
    </>
  );
}
