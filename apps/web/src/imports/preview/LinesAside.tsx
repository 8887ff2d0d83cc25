import type { FileReport } from '@guichet/contract/imports/imports';
import { useT } from '../../core/i18n/useT.ts';
import { lineText } from '../lineText.ts';

/** The lines that were set aside, each with the name or address that stands in it. */
export function LinesAside({ lines }: { lines: NonNullable<FileReport['setAside']> }) {
  const t = useT();
  return (
    <ul className="mt-1 flex max-h-40 flex-col gap-0.5 overflow-y-auto">
      {lines.map(({ name, email, ...place }) => (
        <li key={lineText(place)}>
          {t('Import.SetAside.Line', { line: lineText(place) })}{' '}
          <span className="font-semibold">{name || email || t('Import.Problems.NoText')}</span>
        </li>
      ))}
    </ul>
  );
}
