import { previewUndo, type UndoPreview, type UndoRow } from '@guichet/contract/imports/imports.past';
import { saveFile } from '../../core/call/bodies/download.ts';
import { useCall } from '../../core/call/useCall.ts';
import { useTellFailure } from '../../core/forms/useTellFailure.ts';
import { useLanguage, useT } from '../../core/i18n/useT.ts';
import { csvFile } from '../../core/lists/csv.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { DownloadIcon } from '../../ui/icons/moreIcons.tsx';
import { partsText, reasonsText, undoHeadings } from './UndoRows.tsx';

export interface DownloadUndoProps {
  systemId: number;
  importId: string;
  /** The name of the imported list. */
  fileName: string;
  preview: UndoPreview;
}

/** Saves what an undo takes back and leaves for every person, including people beyond the shown rows. */
export function DownloadUndo({ systemId, importId, fileName, preview }: DownloadUndoProps) {
  const t = useT();
  const language = useLanguage();
  const tellFailure = useTellFailure();
  const whole = useCall(previewUndo);
  const words = undoHeadings(t);

  function save(rows: readonly UndoRow[]) {
    const headings = [words.line, words.name, words.email, words.goes, words.stays];
    const cellsOf = (row: UndoRow) => [
      String(row.line),
      `${row.firstName} ${row.lastName}`,
      row.email,
      partsText(t, row),
      reasonsText(t, row),
    ];
    const name = t('Import.Undo.FileName', { name: fileName.replace(/\.\w+$/, '') });
    saveFile(csvFile([headings, ...rows.map(cellsOf)], language), name);
  }

  function fetchAndSave() {
    if (preview.rowsLeftOut === 0) return save(preview.rows);
    whole.mutate(
      { params: { systemId, importId }, query: { all: true } },
      {
        onSuccess: (reply) => reply.outcome === 'preview' && save(reply.rows),
        onError: tellFailure,
      },
    );
  }

  return (
    <div>
      <Button size="sm" icon={DownloadIcon} busy={whole.isPending} onClick={fetchAndSave}>
        {t('Import.Undo.Download')}
      </Button>
    </div>
  );
}
