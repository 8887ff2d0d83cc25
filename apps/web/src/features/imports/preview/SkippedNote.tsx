import type { FileReport } from '@guichet/contract/imports';
import { useT } from '../../../platform/i18n/useT.ts';

/** Skipped lines that are no candidates: titles, rules, totals, repeated headings. */
export function SkippedNote({ skipped }: Pick<FileReport, 'skipped'>) {
  const t = useT();
  if (skipped.length === 0) return null;
  return (
    <div className="text-sm">
      <p className="mb-1.5 font-medium text-ink">{t('Import.Notes.Skipped', { count: skipped.length })}</p>
      <ul className="flex max-h-40 flex-col gap-1 overflow-y-auto">
        {skipped.map(({ line, kind, text }) => (
          <li key={line} className="wrap-anywhere text-muted">
            <span className="text-ink">{text}</span> ({t(`Import.Skipped.${kind}`, { line: String(line) })})
          </li>
        ))}
      </ul>
    </div>
  );
}
