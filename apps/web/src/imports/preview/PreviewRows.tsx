import { joinNames } from '@guichet/contract/core/fullName';
import { isKept, toColumn } from '@guichet/contract/core/listValues';
import { type Preview, type PreviewRow, rowOutcomes } from '@guichet/contract/imports/imports';
import { useTexts } from '../../core/i18n/formats.ts';
import { PagedRows } from '../../core/lists/PagedRows.tsx';
import { InlineSelect, Options } from '../../ui/fields/Select.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { StateChip } from '../../ui/states/Badge.tsx';
import type { Tone } from '../../ui/states/Notice.tsx';
import { useFieldName } from '../columns/useFieldName.ts';
import { lineText } from '../lineText.ts';

export const outcomeTones: Readonly<Record<PreviewRow['outcome'], Tone>> = {
  newAccount: 'success',
  knownAccount: 'info',
  alreadyInExam: 'neutral',
  duplicateInFile: 'warning',
};

const sizes = [5, 10, 50] as const;

interface PreviewRowsProps {
  preview: Pick<Preview, 'file' | 'rows' | 'rowsLeftOut' | 'counts'>;
  /** The only outcome that is shown; null for all. */
  outcome: PreviewRow['outcome'] | null;
  onOutcome: (outcome: PreviewRow['outcome'] | null) => void;
}

/** The rows of the list, each with the values read and the outcome. */
export function PreviewRows({ preview, outcome: only, onOutcome }: PreviewRowsProps) {
  const { file, rows, rowsLeftOut, counts } = preview;
  const { t, number } = useTexts();
  const fieldName = useFieldName();
  const further = file.recognised.filter(({ field }) => rows[0]?.more[field] !== undefined);
  const kept = file.recognised.flatMap(({ field }) => (isKept(field) ? toColumn(field) : []));
  return (
    <Card
      flush
      title={t('Import.Preview.RowsTitle')}
      description={rowsLeftOut > 0 && t('Import.Preview.LeftOut', { count: rows.length })}
      actions={
        <span className="text-sm">
          <InlineSelect
            label={t('Import.Problems.Kind')}
            value={only ?? ''}
            onChange={({ target }) => onOutcome(rowOutcomes.find((one) => one === target.value) ?? null)}
          >
            <option value="">{t('Import.Preview.AllRows')}</option>
            <Options
              of={rowOutcomes.filter((one) => counts[one] > 0 || one === only)}
              each={(one) => [one, `${t(`Import.Outcomes.${one}`)} (${number(counts[one])})`]}
            />
          </InlineSelect>
        </span>
      }
    >
      <PagedRows
        // Remounted for each outcome, so that the first page shows.
        key={only}
        caption={t('Import.Preview.RowsTitle')}
        rows={only === null ? rows : rows.filter(({ outcome }) => outcome === only)}
        keyOf={lineText}
        columns={[
          { heading: t('Import.Problems.Line'), align: 'end', cell: lineText },
          {
            heading: t('Import.Preview.Name'),
            lead: true,
            cell: joinNames,
          },
          { heading: t('User.email'), wraps: true, cell: ({ email }) => email },
          ...further.map(({ field }) => ({
            heading: fieldName(field),
            cell: ({ more }: PreviewRow) => <span className="tabular-nums">{more[field]}</span>,
          })),
          ...kept.map((column) => ({
            heading: column,
            wraps: true,
            cell: ({ listValues }: PreviewRow) => listValues?.[column],
          })),
          {
            heading: t('Import.Field.language'),
            cell: ({ language }) => t(language ? `Language.${language}` : 'Import.Preview.OwnLanguage'),
          },
          {
            heading: t('Import.Preview.Outcome'),
            cell: ({ outcome }) => (
              <StateChip tone={outcomeTones[outcome]}>{t(`Import.Outcome.${outcome}`)}</StateChip>
            ),
          },
        ]}
        sizes={sizes}
        label={t('Import.Preview.Pages')}
        inset="px-5 py-3 sm:px-6"
      />
    </Card>
  );
}
