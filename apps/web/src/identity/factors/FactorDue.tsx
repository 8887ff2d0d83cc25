import { listFactors } from '@guichet/contract/identity/factors';
import { query, useQuery } from '../../core/call/query.ts';
import { useT } from '../../core/i18n/useT.ts';
import { usePageTitle } from '../../core/page/usePageTitle.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Page, PageHeader } from '../../ui/layout/PageHeader.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { hasFactor, OwnFactors } from './OwnFactors.tsx';

/** Stands in for every page while a required second factor is missing; the page follows afterwards. */
export function FactorDue({ onGoOn }: { onGoOn: () => void }) {
  const t = useT();
  const factors = useQuery(query(listFactors));
  const isDone = factors.data !== undefined && hasFactor(factors.data);
  usePageTitle(t('FactorDue.Title'));
  return (
    <Page>
      <PageHeader title={t('FactorDue.Title')} description={t('FactorDue.Lead')} />
      <div className="flex max-w-4xl flex-col gap-6">
        {isDone && (
          <Notice
            tone="success"
            role="status"
            title={t('FactorDue.Done')}
            action={
              <Button variant="primary" onClick={onGoOn}>
                {t('FactorDue.GoOn')}
              </Button>
            }
          >
            {t('FactorDue.Another')}
          </Notice>
        )}
        <OwnFactors />
      </div>
    </Page>
  );
}
