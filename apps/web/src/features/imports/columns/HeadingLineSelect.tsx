import type { ListLayout } from '@guichet/contract/imports.columns';
import { useT } from '../../../platform/i18n/useT.ts';
import { Select } from '../../../ui/fields/Select.tsx';

export interface HeadingLineSelectProps {
  lines: ListLayout['firstLines'];
  value: number;
  onChange: (line: number) => void;
}

const cellsShown = 6;

/** The line of the headings; candidates are below it. */
export function HeadingLineSelect({ lines, value, onChange }: HeadingLineSelectProps) {
  const t = useT();
  return (
    <div className="max-w-xl">
      <Select
        label={t('Import.Match.HeadingLine')}
        hint={t('Import.Match.HeadingLine.Hint')}
        value={String(value)}
        onChange={({ target }) => onChange(Number(target.value))}
      >
        <option value="0">{t('Import.Match.NoHeadingLine')}</option>
        {lines.map(({ line, cells }) => (
          <option key={line} value={String(line)}>
            {t('Import.Match.Line', { line: String(line), text: textOf(cells) })}
          </option>
        ))}
      </Select>
    </div>
  );
}

function textOf(cells: readonly string[]): string {
  return cells
    .filter((cell) => cell !== '')
    .slice(0, cellsShown)
    .join(' · ');
}
