import type { Preview, Refusal } from '@guichet/contract/imports';
import type { UseQueryResult } from '@tanstack/react-query';
import { useT } from '../../platform/i18n/useT.ts';
import { useDelayedFlag } from '../../platform/useDelayedFlag.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { ImportAction } from './ImportAction.tsx';
import type { ImportOrder } from './imports.api.ts';
import { PreviewReport } from './PreviewReport.tsx';
import { RefusalReport } from './RefusalReport.tsx';
import { useImportFailureText } from './useImportFailureText.ts';
import type { ImportRunState } from './useImportRun.ts';

export interface ImportStepProps {
  order: ImportOrder;
  preview: UseQueryResult<Preview | Refusal>;
  run: ImportRunState;
}

/** The preview, and the import itself; or why there is none. */
export function ImportStep({ order, preview, run }: ImportStepProps) {
  const t = useT();
  const failureText = useImportFailureText();
  const isSlow = useDelayedFlag(preview.isFetching);
  const { data } = preview;
  const refusal = typeof run.outcome === 'object' ? run.outcome : data && 'problems' in data ? data : null;

  if (preview.error && !preview.isFetching) {
    return (
      <Notice
        tone="danger"
        role="alert"
        title={t('Import.Check.Failed')}
        action={<Button onClick={() => void preview.refetch()}>{t('Failure.Retry')}</Button>}
      >
        {failureText(preview.error)}
      </Notice>
    );
  }
  if (refusal) return <RefusalReport refusal={refusal} fileName={order.chosen.file.name} />;
  if (!data || 'problems' in data) {
    return <Card>{isSlow && <ProgressBar label={t('Import.Check.Busy')} />}</Card>;
  }
  return (
    <>
      <PreviewReport preview={data} sendEmail={order.sendEmail} />
      <ImportAction order={order} preview={data} run={run} />
    </>
  );
}
