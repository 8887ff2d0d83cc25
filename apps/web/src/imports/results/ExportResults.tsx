import { exportResults } from '@guichet/contract/imports/imports.results';
import { download } from '../../core/call/bodies/download.ts';
import { useT } from '../../core/i18n/useT.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { DownloadFormats } from '../DownloadFormats.tsx';

/** Downloads the candidates of an exam with their marks, for the registrar. */
export function ExportResults(params: { systemId: number; examId: number }) {
  const t = useT();
  return (
    <Card title={t('Results.Export')} description={t('Results.Export.Lead')}>
      <div className="flex flex-wrap gap-2">
        <DownloadFormats get={(format) => download(exportResults, { params, query: { format } })} />
      </div>
    </Card>
  );
}
