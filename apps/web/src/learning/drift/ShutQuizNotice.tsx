import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { getDrift, repairDrift } from '@guichet/contract/learning/learning.drift';
import { useCall, useQuery, useReload } from '../../core/call/query.ts';
import { FailureNotice } from '../../core/forms/formFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { driftOptions } from './drift.api.ts';
import { useDriftRows } from './useDriftRows.tsx';

export interface ShutQuizNoticeProps {
  systemId: number;
  exam: ExamSummary;
  /** The page that compares the course with the portal. */
  driftHref: string;
}

/** Names the activities that are closed to candidates during their exam; a button opens some of them. */
export function ShutQuizNotice({ systemId, exam, driftHref }: ShutQuizNoticeProps) {
  const t = useT();
  const { data: drift } = useQuery(driftOptions(systemId, exam.id));
  const repair = useCall(repairDrift, { onSettled: useReload(getDrift) });
  const rowsOf = useDriftRows();
  const shut = drift?.course.filter(({ fact }) => fact === 'shut') ?? [];
  const causes = drift ? rowsOf({ ...drift, course: shut }).course.flatMap((row) => row.causes) : [];
  // The list of exams may still report activities that the last reading found open.
  if (drift && shut.length === 0) return null;
  const isRepairable = shut.some((one) => one.isRepairable);
  const byHand = shut.flatMap((one) => (one.isRepairable ? [] : (one.quiz?.name ?? [])));
  const setDates = () =>
    repair.mutate(
      { params: { systemId, examId: exam.id }, body: { what: 'dates' } },
      { onSuccess: () => showToast({ tone: 'success', text: t('Drift.SettingDates') }) },
    );
  return (
    <div className="flex flex-col gap-3">
      <Notice
        tone="danger"
        title={t('Drift.Shut', { count: drift ? shut.length : exam.shutQuizzes })}
        action={
          <div data-screen-only className="flex flex-wrap items-center gap-x-4 gap-y-2">
            {isRepairable && (
              <SmallButton busy={repair.isPending} disabled={drift?.state === 'pending'} onClick={setDates}>
                {t('Drift.SetDates')}
              </SmallButton>
            )}
            <a href={driftHref} className="inline-block min-h-6 content-center underline underline-offset-4">
              {t('Drift.Shut.See')}
            </a>
          </div>
        }
      >
        {causes.map((cause, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the quizzes keep their order
          <p key={place}>{cause}</p>
        ))}
        {isRepairable && <p>{t('Drift.Shut.Text')}</p>}
        {byHand.length > 0 && <p>{t('Drift.Shut.ByHand', { names: byHand.join(', ') })}</p>}
      </Notice>
      <FailureNotice failure={repair.error} />
    </div>
  );
}
