import { listOwnCorrections } from '@guichet/contract/exams/candidate.corrections';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../core/call/query.ts';
import { useFormats } from '../../../core/i18n/formats.ts';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { CorrectionState } from '../corrections/CorrectionState.tsx';

/** The corrections that the reader has asked for, with the answers; renders nothing without any. */
export function OwnCorrections() {
  const t = useT();
  const language = useLanguage();
  const { longDateTime } = useFormats();
  const corrections = useQuery(query(listOwnCorrections));
  return (
    <Loaded query={corrections} lines={1}>
      {(found) =>
        found.length > 0 && (
          <section className="flex flex-col gap-2">
            <h3 className="font-semibold text-ink">{t('MyData.Asked')}</h3>
            <ul className="flex flex-col gap-3">
              {found.map((one) => (
                <li key={one.id} className="flex flex-col gap-1 border-line border-t pt-3">
                  <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <span className="font-medium">{t(`Correction.Field.${one.field}`)}</span>
                    <CorrectionState outcome={one.outcome} />
                    <span className="text-muted text-sm">
                      {one.systemTitle[language]} · {longDateTime(one.askedAt)}
                    </span>
                  </p>
                  <p className="whitespace-pre-line [overflow-wrap:anywhere]">{one.request}</p>
                  {one.note && (
                    <p className="whitespace-pre-line border-line border-l-2 pl-3 [overflow-wrap:anywhere]">
                      {one.note}
                    </p>
                  )}
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </Loaded>
  );
}
