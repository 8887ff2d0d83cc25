import type { Preview, PreviewRow } from '@guichet/contract/imports';
import { useT } from '../../../platform/i18n/useT.ts';
import { PagedRows } from '../../../platform/lists/PagedRows.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { StateChip } from '../../../ui/states/Badge.tsx';
import type { Tone } from '../../../ui/states/Notice.tsx';
import { useFieldName } from '../columns/useFieldName.ts';

export const outcomeTones: Readonly<Record<PreviewRow['outcome'], Tone>> = {
  newAccount: 'success',
  knownAccount: 'info',
  alreadyInCohort: 'neutral',
  duplicateInFile: 'warning',
};

const sizes = [5, 10, 50] as const;

/** The rows of the list, with the values read and the outcome of each. */
export function PreviewRows({ file, rows, rowsLeftOut }: Pick<Preview, 'file' | 'rows' | 'rowsLeftOut'>) {
  const t = useT();
  const fieldName = useFieldName();
  const further = file.recognised.filter(({ field }) => rows[0]?.more[field] !== undefined);
  return (
    <Card
      flush
      title={t('Import.Preview.RowsTitle')}
      description={rowsLeftOut > 0 && t('Import.Preview.LeftOut', { count: rows.length })}
    >
      <PagedRows
        caption={t('Import.Preview.RowsTitle')}
        rows={rows}
        keyOf={({ line }) => line}
        columns={[
          { heading: t('Import.Problems.Line'), align: 'end', cell: ({ line }) => String(line) },
          {
            heading: t('Import.Preview.Name'),
            lead: true,
            cell: ({ firstName, lastName }) => `${firstName} ${lastName}`,
          },
          {
            heading: t('User.email'),
            cell: ({ email }) => <span className="[overflow-wrap:anywhere]">{email}</span>,
          },
          ...further.map(({ field }) => ({
            heading: fieldName(field),
            cell: ({ more }: PreviewRow) => <span className="tabular-nums">{more[field]}</span>,
          })),
          { heading: t('Import.Field.language'), cell: ({ language }) => t(`Language.${language}`) },
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
