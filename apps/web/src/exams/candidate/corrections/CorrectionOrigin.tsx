import type { Correction, Manager } from '@guichet/contract/exams/candidate.corrections';
import { useTexts } from '../../../core/i18n/formats.ts';
import { findReceivers, useManagerNames } from './ManagerNames.tsx';

interface CorrectionOriginProps {
  correction: Correction;
  /** Who may do what the reader may not; empty where the reader may, or is not told. */
  managers: readonly Manager[];
}

/** When and by whom a request was written, and to whom it was passed on. */
export function CorrectionOrigin({ correction, managers }: CorrectionOriginProps) {
  const { t, language, longDateTime } = useTexts();
  const namesOf = useManagerNames();
  const { systemTitle, askedAt, askedBy, passedOn } = correction;
  const lines = [
    `${systemTitle[language]} · ${longDateTime(askedAt)}`,
    askedBy !== null && t(askedBy ? 'Correction.AskedBy' : 'Correction.AskedBy.Support', { name: askedBy }),
    passedOn &&
      t(way(passedOn.by), {
        name: passedOn.by,
        when: longDateTime(passedOn.at),
        names: namesOf(findReceivers(managers)),
      }),
  ].filter(Boolean);
  return (
    <p className="whitespace-pre-line text-muted text-sm [overflow-wrap:anywhere]">{lines.join('\n')}</p>
  );

  function way(by: string) {
    if (by === '') return 'Correction.PassedOn.Own';
    return managers.length > 0 ? 'Correction.PassedOn.To' : 'Correction.PassedOn.By';
  }
}
