import type { Correction } from '@guichet/contract/exams/candidate.corrections';
import { useT } from '../../../core/i18n/useT.ts';
import { CorrectionOrigin } from './CorrectionOrigin.tsx';
import { CorrectionState } from './CorrectionState.tsx';

/** Requests with their state and answer, newest first. */
export function CorrectionSummary({ corrections }: { corrections: readonly Correction[] }) {
  const t = useT();
  return (
    <ul className="flex flex-col gap-3">
      {corrections.map((one) => (
        <li key={one.id} className="flex flex-col gap-1 border-line border-t pt-3">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium">{t(`Correction.Field.${one.field}`)}</span>
            <CorrectionState {...one} />
          </p>
          <CorrectionOrigin correction={one} />
          {one.request && <p className="whitespace-pre-line [overflow-wrap:anywhere]">{one.request}</p>}
          {one.note && (
            <p className="whitespace-pre-line border-line border-l-2 pl-3 [overflow-wrap:anywhere]">
              {one.note}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
