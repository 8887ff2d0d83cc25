import { useState } from 'react';
import { saveFile } from '../call/bodies/download.ts';
import { useTellFailure } from '../forms/useTellFailure.ts';
import { useLanguage } from '../i18n/useT.ts';
import { csvFile } from './csv.ts';

type Rows = readonly (readonly string[])[];

/** Saves rows, headings first, as a CSV file that Excel opens with correct accents and columns; a failure is told. */
export function useSaveCsv() {
  const language = useLanguage();
  const tellFailure = useTellFailure();
  const [isSaving, setSaving] = useState(false);

  /** `fetchRows` gives null when there is nothing to save. */
  async function save(name: string, fetchRows: () => Rows | Promise<Rows | null>) {
    setSaving(true);
    try {
      const rows = await fetchRows();
      if (rows) saveFile(csvFile(rows, language), name);
    } catch (failure) {
      tellFailure(failure);
    } finally {
      setSaving(false);
    }
  }

  return { isSaving, save };
}
