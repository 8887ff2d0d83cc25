import type { Preview, PreviewRow } from '@guichet/contract/imports';
import { useState } from 'react';
import { useT } from '../../../platform/i18n/useT.ts';
import { ListFooter } from '../../../platform/lists/ListFooter.tsx';
import { pageOf } from '../../../platform/lists/pages.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { StateChip } from '../../../ui/states/Badge.tsx';
import type { Tone } from '../../../ui/states/Notice.tsx';
import { Cell, HeaderCell, Row, Table } from '../../../ui/tables/Table.tsx';
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
  const [wanted, setWanted] = useState(1);
  const [size, setSize] = useState<number>(sizes[0]);
  const { page, rows: shown } = pageOf(rows, wanted, size);
  const words = {
    line: t('Import.Problems.Line'),
    email: t('User.email'),
    language: t('Import.Field.language'),
    outcome: t('Import.Preview.Outcome'),
  };
  return (
    <Card
      flush
      title={t('Import.Preview.RowsTitle')}
      description={rowsLeftOut > 0 && t('Import.Preview.LeftOut', { count: rows.length })}
    >
      <Table
        caption={t('Import.Preview.RowsTitle')}
        dense
        head={
          <>
            <HeaderCell align="end">{words.line}</HeaderCell>
            <HeaderCell>{t('Import.Preview.Name')}</HeaderCell>
            <HeaderCell>{words.email}</HeaderCell>
            {further.map(({ field }) => (
              <HeaderCell key={field}>{fieldName(field)}</HeaderCell>
            ))}
            <HeaderCell>{words.language}</HeaderCell>
            <HeaderCell>{words.outcome}</HeaderCell>
          </>
        }
      >
        {shown.map((row) => (
          <Row key={row.line}>
            <Cell label={words.line} align="end">
              {String(row.line)}
            </Cell>
            <Cell lead>{`${row.firstName} ${row.lastName}`}</Cell>
            <Cell label={words.email}>
              <span className="[overflow-wrap:anywhere]">{row.email}</span>
            </Cell>
            {further.map(({ field }) => (
              <Cell key={field} label={fieldName(field)}>
                <span className="tabular-nums">{row.more[field]}</span>
              </Cell>
            ))}
            <Cell label={words.language}>{t(`Language.${row.language}`)}</Cell>
            <Cell label={words.outcome}>
              <StateChip tone={outcomeTones[row.outcome]}>{t(`Import.Outcome.${row.outcome}`)}</StateChip>
            </Cell>
          </Row>
        ))}
      </Table>
      <div className="border-line border-t px-5 py-3 sm:px-6">
        <ListFooter
          label={t('Import.Preview.Pages')}
          total={rows.length}
          page={page}
          size={size}
          sizes={sizes}
          maxLinks={5}
          onPage={setWanted}
          onSize={setSize}
        />
      </div>
    </Card>
  );
}
