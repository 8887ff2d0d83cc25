import { joinNames } from '@guichet/contract/core/fullName';
import { previewUndo, type UndoPreview, type UndoRow } from '@guichet/contract/imports/imports.past';
import { call } from '../../core/call/call.ts';
import { useT } from '../../core/i18n/useT.ts';
import { useSaveList } from '../../core/lists/saving/useSaveList.ts';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { DownloadIcon } from '../../ui/icons/moreIcons.tsx';
import { lineText } from '../lineText.ts';
import { partsText, reasonsText, undoHeadings } from './UndoRows.tsx';

export interface DownloadUndoProps {
  systemId: number;
  importId: string;
  fileName: string;
  preview: UndoPreview;
}

/** Saves what an undo takes back and leaves for every person, including people beyond the shown rows. */
export function DownloadUndo({ systemId, importId, fileName, preview }: DownloadUndoProps) {
  const t = useT();
  const { isSaving, save } = useSaveList(systemId);
  const words = undoHeadings(t);

  async function fetchRows(): Promise<readonly UndoRow[] | null> {
    if (preview.rowsLeftOut === 0) return preview.rows;
    const reply = await call(previewUndo, { params: { systemId, importId }, query: { all: true } });
    return reply.outcome === 'preview' ? reply.rows : null;
  }

  function fetchAndSave() {
    const headings = [words.line, words.name, words.email, words.goes, words.stays];
    const cellsOf = (row: UndoRow) => [
      row.line > 0 ? lineText(row) : '',
      joinNames(row),
      row.email,
      partsText(t, row),
      reasonsText(t, row),
    ];
    const name = t('Import.Undo.FileName', { name: fileName.replace(/\.\w+$/, '') });
    void save(name, async () => {
      const rows = await fetchRows();
      return rows && [headings, ...rows.map(cellsOf)];
    });
  }

  return (
    <div>
      <SmallButton icon={DownloadIcon} busy={isSaving} onClick={fetchAndSave}>
        {t('Import.Undo.Download')}
      </SmallButton>
    </div>
  );
}
