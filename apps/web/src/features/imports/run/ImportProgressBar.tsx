import { useFormats } from '../../../platform/i18n/formats.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { ProgressBar } from '../../../ui/states/ProgressBar.tsx';
import type { ImportProgress } from '../imports.api.ts';

/** One bar per phase, because progress is only known within a phase. */
export function ImportProgressBar({ progress }: { progress: ImportProgress }) {
  const t = useT();
  const { number } = useFormats();
  const { phase, share } = progress;
  const isSent = phase === 'sending' && share >= 1;
  const hasShare = (phase === 'sending' && !isSent) || phase === 'reading';
  const rows =
    'rows' in progress && progress.rows > 0 ? t('Import.Progress.Rows', { rows: number(progress.rows) }) : '';
  return (
    <ProgressBar
      label={t(`Import.Progress.${isSent ? 'waiting' : phase}`)}
      value={hasShare ? Math.round(share * 100) : undefined}
      valueText={rows || (hasShare ? t('Import.Progress.Percent', { percent: Math.round(share * 100) }) : '')}
    />
  );
}
