import { listOwnCorrections } from '@guichet/contract/exams/candidate.corrections';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { CorrectionSummary } from '../corrections/CorrectionSummary.tsx';
import { WithdrawRequest } from '../corrections/written/WithdrawRequest.tsx';

/** Requests of the reader, open or answered lately, with the answers; renders nothing without any. */
export function OwnCorrections() {
  const t = useT();
  const { data = [] } = useQuery(query(listOwnCorrections));
  if (data.length === 0) return null;
  return (
    <Card title={t('MyData.Asked')}>
      <CorrectionSummary
        corrections={data}
        action={(one) => one.askedBy === null && <WithdrawRequest correction={one} />}
      />
    </Card>
  );
}
