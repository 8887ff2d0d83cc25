import type { UndoRow } from '@guichet/contract/imports.past';
import { useState } from 'react';
import { type T, useT } from '../../../platform/i18n/useT.ts';
import { ListFooter } from '../../../platform/lists/ListFooter.tsx';
import { pageOf } from '../../../platform/lists/pages.ts';
import { Cell, HeaderCell, Row, Table } from '../../../ui/tables/Table.tsx';

const sizes = [5, 10, 50] as const;

export interface UndoRowsProps {
  rows: readonly UndoRow[];
  rowsLeftOut: number;
}

/** What goes and what stays of each person. */
export function UndoRows({ rows, rowsLeftOut }: UndoRowsProps) {
  const t = useT();
  const [wanted, setWanted] = useState(1);
  const [size, setSize] = useState<number>(sizes[0]);
  const { page, rows: shown } = pageOf(rows, wanted, size);
  const words = undoHeadings(t);
  return (
    <div className="overflow-clip rounded-lg border border-line">
      <Table
        caption={t('Import.Undo.Rows')}
        dense
        head={
          <>
            <HeaderCell align="end">{words.line}</HeaderCell>
            <HeaderCell>{words.name}</HeaderCell>
            <HeaderCell>{words.goes}</HeaderCell>
            <HeaderCell>{words.stays}</HeaderCell>
          </>
        }
      >
        {shown.map((row) => (
          <Row key={row.line}>
            <Cell label={words.line} align="end">
              {String(row.line)}
            </Cell>
            <Cell lead>
              <span className="block">{`${row.firstName} ${row.lastName}`}</span>
              <span className="block font-normal text-muted text-sm [overflow-wrap:anywhere]">
                {row.email}
              </span>
            </Cell>
            <Cell label={words.goes}>{partsText(t, row)}</Cell>
            <Cell label={words.stays}>{reasonsText(t, row)}</Cell>
          </Row>
        ))}
      </Table>
      <div className="border-line border-t px-4 py-2">
        {rowsLeftOut > 0 && (
          <p className="text-muted text-sm">{t('Import.Undo.LeftOut', { count: rowsLeftOut })}</p>
        )}
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
    </div>
  );
}

/** The column names, on the screen and in the downloaded file. */
export function undoHeadings(t: T) {
  return {
    line: t('Import.Problems.Line'),
    name: t('Import.Preview.Name'),
    email: t('User.email'),
    goes: t('Import.Undo.Row.Goes'),
    stays: t('Import.Undo.Row.Stays'),
  };
}

export function partsText(t: T, { takes }: UndoRow): string {
  return takes.map((part) => t(`Import.Undo.Part.${part}`)).join(', ') || '–';
}

export function reasonsText(t: T, { stays }: UndoRow): string {
  return stays.map((reason) => t(`Import.Undo.Reason.${reason}`)).join(', ') || '–';
}
