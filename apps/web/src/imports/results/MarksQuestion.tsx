import type { Marks } from '@guichet/contract/exams/results.grades';
import { useT } from '../../core/i18n/useT.ts';
import { ConfirmCall, type ConfirmCallProps } from '../../core/parts/asking/Question.tsx';
import { useLastGiven } from '../../core/timing/useLastGiven.ts';

export interface MarksQuestionProps extends Pick<ConfirmCallProps, 'call' | 'onConfirm' | 'onClose'> {
  /** The marks to save; null closes the question. */
  asked: Marks | null;
}

/** Asks before anybody loses an attestation, with the numbers of granted and removed attestations. */
export function MarksQuestion({ asked, ...of }: MarksQuestionProps) {
  const t = useT();
  const { marked, unmarked } = useLastGiven(asked) ?? { marked: [], unmarked: [] };
  return (
    <ConfirmCall
      {...of}
      open={asked !== null}
      title={t('Results.Question.Title')}
      busyLabel={t('Attest.Busy')}
    >
      {marked.length > 0 && <p>{t('Results.Count.marked', { count: marked.length })}</p>}
      <p className="font-semibold">{t('Results.Count.unmarked', { count: unmarked.length })}</p>
      <p>{t('Results.Question')}</p>
    </ConfirmCall>
  );
}
