import { exportResults } from '@guichet/contract/imports/imports.results';
import { useDownload } from '../../core/call/bodies/useDownload.ts';
import { useTellFailure } from '../../core/forms/useTellFailure.ts';
import { useT } from '../../core/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { DownloadIcon } from '../../ui/icons/moreIcons.tsx';
import { Card } from '../../ui/layout/Card.tsx';

/** Downloads the candidates of an exam with their marks, for the registrar. */
export function ExportResults({ systemId, examId }: { systemId: number; examId: number }) {
  const t = useT();
  const tellFailure = useTellFailure();
  const exporting = useDownload(exportResults);
  const save = (format: 'xlsx' | 'csv') =>
    exporting.mutate({ params: { systemId, examId }, query: { format } }, { onError: tellFailure });
  return (
    <Card title={t('Results.Export')} description={t('Results.Export.Lead')}>
      <div className="flex flex-wrap gap-2">
        {(['xlsx', 'csv'] as const).map((format) => (
          <Button
            key={format}
            icon={DownloadIcon}
            busy={exporting.isPending && exporting.variables.query?.format === format}
            onClick={() => save(format)}
          >
            {t(`Import.Template.${format}`)}
          </Button>
        ))}
      </div>
    </Card>
  );
}
