import type { Preview, Refusal } from '@guichet/contract/imports';
import type { UseQueryResult } from '@tanstack/react-query';
import { useT } from '../../platform/i18n/useT.ts';
import { useFocusIfLost } from '../../platform/useFocusIfLost.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
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

/** What the check has found: what would happen, with the import itself, or why there is none. */
export function ImportStep(props: ImportStepProps) {
  const region = useFocusIfLost<HTMLDivElement>();
  return (
    <div ref={region} tabIndex={-1} className="outline-none">
      <Finding {...props} />
    </div>
  );
}

function Finding({ order, preview, run }: ImportStepProps) {
  const t = useT();
  const failureText = useImportFailureText();
  const { data, error } = preview;
  // The list may have been good when it was checked and be refused now: another import came between.
  const found = typeof run.outcome === 'object' ? run.outcome : data;

  if (!found) {
    return (
      <Notice
        tone="danger"
        role="alert"
        title={t('Import.Check.Failed')}
        action={
          <Button busy={preview.isFetching} onClick={() => void preview.refetch()}>
            {t('Failure.Retry')}
          </Button>
        }
      >
        {failureText(error)}
      </Notice>
    );
  }
  if ('problems' in found) return <RefusalReport refusal={found} fileName={order.chosen.file.name} />;
  return (
    <PreviewReport
      preview={found}
      sendEmail={order.sendEmail}
      action={<ImportAction order={order} preview={found} run={run} />}
    />
  );
}
