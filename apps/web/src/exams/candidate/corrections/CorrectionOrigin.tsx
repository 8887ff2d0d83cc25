import type { Correction } from '@guichet/contract/exams/candidate.corrections';
import { useFormats } from '../../../core/i18n/formats.ts';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';

/** When and by whom a request was written, and passed on. */
export function CorrectionOrigin({ correction }: { correction: Correction }) {
  const t = useT();
  const language = useLanguage();
  const { longDateTime } = useFormats();
  const { systemTitle, askedAt, askedBy, passedOn } = correction;
  const lines = [
    `${systemTitle[language]} · ${longDateTime(askedAt)}`,
    askedBy !== null && t(askedBy ? 'Correction.AskedBy' : 'Correction.AskedBy.Support', { name: askedBy }),
    passedOn &&
      t(passedOn.by ? 'Correction.PassedOn.By' : 'Correction.PassedOn.Own', {
        name: passedOn.by,
        when: longDateTime(passedOn.at),
      }),
  ].filter(Boolean);
  return (
    <p className="whitespace-pre-line text-muted text-sm [overflow-wrap:anywhere]">{lines.join('\n')}</p>
  );
}
