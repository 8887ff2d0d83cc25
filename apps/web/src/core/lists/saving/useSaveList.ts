import { recordExport } from '@guichet/contract/core/audit';
import { csvText } from '@guichet/contract/core/csv';
import type { Language } from '@guichet/contract/core/language';
import { useState } from 'react';
import { saveFile } from '../../call/bodies/download.ts';
import { call } from '../../call/call.ts';
import { useTellFailure } from '../../forms/formFaults.tsx';
import { useTexts } from '../../i18n/formats.ts';
import { type FileCell, workbookFile } from './workbook.ts';

export type FileRows = readonly (readonly FileCell[])[];

/**
 * Saves rows, headings first, as a file that Excel opens with correct accents and columns: by the end of its name a
 * workbook (`.xlsx`) or CSV. The audit log says so, before there is a file; its line is of the system, where all
 * rows are of one. A failure is told.
 */
export function useSaveList(systemId?: number | null) {
  const { language, columnDay, columnDateTime } = useTexts();
  const tellFailure = useTellFailure();
  const [isSaving, setSaving] = useState(false);

  function textOf(cell: FileCell): string {
    if (cell instanceof Date) return columnDateTime(cell);
    return typeof cell === 'object' ? columnDay(cell.day) : String(cell);
  }

  /** `fetchRows` gives null when there is nothing to save. */
  async function save(name: string, fetchRows: () => FileRows | Promise<FileRows | null>) {
    setSaving(true);
    try {
      const rows = await fetchRows();
      if (!rows) return;
      const of = systemId ? { systemId } : {};
      await call(recordExport, { body: { fileName: name, rows: rows.length - 1, ...of } });
      const texts = () => rows.map((row) => row.map(textOf));
      saveFile(
        name.endsWith('.xlsx') ? await workbookFile(rows, language) : csvFile(texts(), language),
        name,
      );
    } catch (failure) {
      tellFailure(failure);
    } finally {
      setSaving(false);
    }
  }

  return { isSaving, save };
}

/** A CSV file for Excel in this language; the first row has the headings. */
export function csvFile(rows: readonly (readonly string[])[], language: Language): Blob {
  return new Blob([csvText(rows, language)], { type: 'text/csv;charset=utf-8' });
}
