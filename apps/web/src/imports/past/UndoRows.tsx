import { joinNames } from '@guichet/contract/core/fullName';
import type { UndoRow } from '@guichet/contract/imports/imports.past';
import { type T, useT } from '../../core/i18n/useT.ts';
import { PagedRows } from '../../core/lists/PagedRows.tsx';
import { NameAndAddress } from '../../ui/tables/NameAndAddress.tsx';
import { lineText } from '../lineText.ts';

const sizes = [5, 10, 50] as const;

/** For each person, what the undo takes back and leaves. */
export function UndoRows({ rows, rowsLeftOut }: { rows: readonly UndoRow[]; rowsLeftOut: number }) {
  const t = useT();
  const words = undoHeadings(t);
  return (
    <PagedRows
      caption={t('Import.Undo.Rows')}
      rows={rows}
      keyOf={({ line, sheet, email }) => `${sheet} ${line} ${email}`}
      columns={[
        { heading: words.line, align: 'end', cell: (row) => (row.line > 0 ? lineText(row) : '–') },
        {
          heading: words.name,
          lead: true,
          cell: ({ firstName, lastName, email }) => (
            <NameAndAddress name={joinNames({ firstName, lastName })} address={email} />
          ),
        },
        { heading: words.goes, cell: (row) => partsText(t, row) },
        { heading: words.stays, cell: (row) => reasonsText(t, row) },
      ]}
      sizes={sizes}
      label={t('Import.Preview.Pages')}
      note={
        rowsLeftOut > 0 && (
          <p className="text-muted text-sm">{t('Import.Undo.LeftOut', { count: rowsLeftOut })}</p>
        )
      }
    />
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
