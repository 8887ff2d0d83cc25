import type { Preview } from '@guichet/contract/imports';
import { useT } from '../../platform/i18n/useT.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { UploadIcon } from '../../ui/moreIcons.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ImportProgressBar } from './ImportProgressBar.tsx';
import type { ImportOrder } from './imports.api.ts';
import { countPlaced } from './outcomes.ts';
import { useImportFailureText } from './useImportFailureText.ts';
import type { ImportRunState } from './useImportRun.ts';

export interface ImportActionProps {
  order: ImportOrder;
  preview: Preview;
  run: ImportRunState;
}

/** The last step: the button that imports, how far it is, and another try where the connection broke. */
export function ImportAction({ order, preview, run }: ImportActionProps) {
  const t = useT();
  const failureText = useImportFailureText();
  const count = countPlaced(preview);

  if (run.isRunning) {
    return (
      <Card>
        <ImportProgressBar progress={run.progress} />
      </Card>
    );
  }
  if (run.failure !== null) {
    return (
      <Notice
        tone="danger"
        role="alert"
        title={t('Import.Failed')}
        action={
          <Button variant="primary" onClick={run.retry}>
            {t('Failure.Retry')}
          </Button>
        }
      >
        {`${failureText(run.failure)} ${t('Import.Failed.Safe')}`}
      </Notice>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="primary" icon={UploadIcon} disabled={count === 0} onClick={() => run.start(order)}>
        {t('Import.Submit', { count })}
      </Button>
      <p className="text-muted text-sm">
        {t(count === 0 ? 'Import.Submit.NobodyNew' : 'Import.Submit.Hint')}
      </p>
    </div>
  );
}
