import { isKept, type KeptField, keptField, toColumn } from '@guichet/contract/core/listValues';
import { columnLetters, type LayoutColumn, type ListLayout } from '@guichet/contract/imports/imports.columns';
import { useT } from '../../core/i18n/useT.ts';
import { DataTable } from '../../core/lists/DataTable.tsx';
import { InlineSelect, Options } from '../../ui/fields/Select.tsx';
import type { ColumnChoices } from './columnChoices.ts';
import { useFieldName } from './useFieldName.ts';

export interface ColumnsTableProps {
  layout: ListLayout;
  headingLine: number;
  choices: ColumnChoices;
  onChange: (choices: ColumnChoices) => void;
}

const samplesShown = 3;

/** Each column with its heading, up to three values, and a choice of field. */
export function ColumnsTable({ layout, headingLine, choices, onChange }: ColumnsTableProps) {
  const t = useT();
  const fieldName = useFieldName();
  const headings = layout.firstLines.find(({ line }) => line === headingLine)?.cells ?? [];
  function choose(index: number, value: string) {
    const others = [...choices].filter(([other]) => other !== index);
    onChange(new Map(value ? [...others, [index, value]] : others));
  }

  /** The column as it is, under the name it was kept by or its heading; extra time stands nowhere but in its own place. */
  function keptIn(index: number, mayBe: string | null): KeptField | null {
    const chosen = choices.get(index) ?? '';
    if (isKept(chosen)) return chosen;
    return mayBe === 'extraTime' ? null : keptField(headings[index] || columnLetters(index));
  }

  return (
    <div>
      <DataTable
        caption={t('Import.Match.Title')}
        rows={layout.columns}
        keyOf={({ index }) => index}
        columns={[
          {
            heading: t('Import.Match.Column'),
            lead: true,
            cell: ({ index }) => (
              <span className="flex min-w-0 items-baseline gap-2">
                <span className="shrink-0 rounded-sm bg-sunken px-1.5 font-mono text-muted text-sm">
                  {columnLetters(index)}
                </span>
                <span className="min-w-0 max-w-xs font-medium text-ink [overflow-wrap:anywhere]">
                  {headings[index] || (
                    <span className="font-normal text-muted">{t('Import.Match.NoHeading')}</span>
                  )}
                </span>
              </span>
            ),
          },
          {
            heading: t('Import.Match.Samples'),
            cell: (column) => <Samples values={samplesOf(column, headingLine)} />,
          },
          {
            heading: t('Import.Match.Field'),
            cell: ({ index, mayBe }) => {
              const kept = keptIn(index, mayBe);
              const named = { column: columnLetters(index), heading: headings[index] ?? '' };
              return (
                <InlineSelect
                  label={<span className="sr-only">{t('Import.Match.FieldOf', named)}</span>}
                  value={choices.get(index) ?? ''}
                  onChange={({ target }) => choose(index, target.value)}
                >
                  <option value="">{t('Import.Match.LeaveOut')}</option>
                  <Options of={layout.fields} each={({ field }) => [field, fieldName(field)]} />
                  {kept && <option value={kept}>{t('Import.Match.Keep', { column: toColumn(kept) })}</option>}
                </InlineSelect>
              );
            },
          },
        ]}
      />
      {layout.columnsLeftOut > 0 && (
        <p className="mt-3 text-muted text-sm">
          {t('Import.Match.LeftOut', { count: layout.columnsLeftOut })}
        </p>
      )}
    </div>
  );
}

function Samples({ values }: { values: readonly string[] }) {
  const t = useT();
  if (values.length === 0) return <span className="text-muted">{t('Import.Match.NoSamples')}</span>;
  return (
    <ul className="flex min-w-0 flex-col gap-0.5">
      {values.map((value) => (
        <li key={value} className="max-w-sm text-muted text-sm [overflow-wrap:anywhere]">
          {value}
        </li>
      ))}
    </ul>
  );
}

/** The first different values below the chosen line of headings. */
function samplesOf({ samples }: LayoutColumn, headingLine: number): string[] {
  const below = samples.filter(({ line }) => line > headingLine).map(({ text }) => text);
  return [...new Set(below)].slice(0, samplesShown);
}
