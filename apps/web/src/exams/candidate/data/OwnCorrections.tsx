import { listOwnCorrections } from '@guichet/contract/exams/candidate.corrections';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { CorrectionSummary } from '../corrections/CorrectionSummary.tsx';

/** The corrections that the reader has asked for, with the answers; renders nothing without any. */
export function OwnCorrections() {
  const t = useT();
  const corrections = useQuery(query(listOwnCorrections));
  return (
    <Loaded query={corrections} lines={1}>
      {(found) =>
        found.length > 0 && (
          <section className="flex flex-col gap-2">
            <h3 className="font-semibold text-ink">{t('MyData.Asked')}</h3>
            <CorrectionSummary corrections={found} />
          </section>
        )
      }
    </Loaded>
  );
}
