import { useState } from 'react';
import { saveFile } from '../../../../core/call/bodies/download.ts';
import { useTellFailure } from '../../../../core/forms/useTellFailure.ts';
import { useFormats } from '../../../../core/i18n/formats.ts';
import { useLanguage, useT } from '../../../../core/i18n/useT.ts';
import { csvFile } from '../../../../core/lists/csv.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { DownloadIcon } from '../../../../ui/icons/moreIcons.tsx';
import { exportFileName } from '../../list/usersFile.ts';
import type { SearchState } from '../filters/searchParams.ts';
import { useSearchWords } from '../filters/useSearchWords.ts';
import { fetchAllFound } from '../search.api.ts';
import { foundUsersFileRows } from './foundUsersFile.ts';

export interface ExportFoundProps {
  caption: string;
  state: SearchState;
  disabled: boolean;
}

/** Saves all people who match the filters, on all pages, in the order of the screen. */
export function ExportFound({ caption, state, disabled }: ExportFoundProps) {
  const t = useT();
  const language = useLanguage();
  const tellFailure = useTellFailure();
  const columns = useSearchWords();
  const { columnDay, columnDateTime } = useFormats();
  const [isSaving, setSaving] = useState(false);

  async function save() {
    setSaving(true);
    try {
      const { data } = await fetchAllFound(state);
      const rows = foundUsersFileRows(data, {
        columns,
        yes: t('Dialog.Yes'),
        no: t('Dialog.No'),
        day: columnDay,
        dateTime: columnDateTime,
      });
      saveFile(csvFile(rows, language), exportFileName(caption, new Date()));
    } catch (failure) {
      tellFailure(failure);
    } finally {
      setSaving(false);
    }
  }

  return (
    <Button icon={DownloadIcon} busy={isSaving} disabled={disabled} onClick={save}>
      {t('Users.Export')}
    </Button>
  );
}
