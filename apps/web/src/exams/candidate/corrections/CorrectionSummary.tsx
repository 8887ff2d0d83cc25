import type { Manager, OwnCorrection } from '@guichet/contract/exams/candidate.corrections';
import type { ReactNode } from 'react';
import { useTexts } from '../../../core/i18n/formats.ts';
import { CorrectionOrigin, CorrectionState } from './CorrectionFacts.tsx';

export interface CorrectionSummaryProps {
  corrections: readonly OwnCorrection[];
  managers?: readonly Manager[];
  /** The reader's action on an open request. */
  action: (open: OwnCorrection) => ReactNode;
}

/** Requests with their state and answer, newest first. */
export function CorrectionSummary({ corrections, managers = [], action }: CorrectionSummaryProps) {
  const { t, language, longDateTime } = useTexts();
  return (
    <ul className="flex flex-col gap-3">
      {corrections.map((one) => (
        <li key={one.id} className="flex flex-col gap-1 border-line border-t pt-3">
          <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3">
            <p className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-medium">{t(`Correction.Field.${one.field}`)}</span>
              <CorrectionState {...one} />
            </p>
            {one.outcome === null && action(one)}
          </div>
          <CorrectionOrigin correction={one} managers={managers} />
          {one.request && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{one.request}</p>}
          {one.answeredAt && (
            <div className="border-line border-l-2 pl-3">
              <p className="text-muted text-sm">
                {t('Correction.AnsweredAt', { when: longDateTime(one.answeredAt) })}
              </p>
              <p className="whitespace-pre-line [overflow-wrap:anywhere]">{one.note || one.done[language]}</p>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
