import { useFormats } from '../../../../core/i18n/formats.ts';
import { useT } from '../../../../core/i18n/useT.ts';
import { useSaveCsv } from '../../../../core/lists/useSaveCsv.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { DownloadIcon } from '../../../../ui/icons/moreIcons.tsx';
import { exportFileName } from '../../list/usersFile.ts';
import { useRoleWords } from '../../useRoleWords.ts';
import type { SearchState } from '../filters/searchParams.ts';
import { useSearchWords } from '../filters/useSearchWords.ts';
import { fetchAllFound } from '../search.api.ts';
import { foundUsersFileRows } from './foundUsersFile.ts';

export interface ExportFoundProps {
  caption: string;
  state: SearchState;
  disabled: boolean;
}

/** Saves all people who match the filters as they stand on the screen, on all pages, in the order of the screen. */
export function ExportFound({ caption, state, disabled }: ExportFoundProps) {
  const t = useT();
  const { isSaving, save } = useSaveCsv();
  const columns = useSearchWords();
  const roleWords = useRoleWords();
  const { columnDay, columnDateTime } = useFormats();

  function saveAll() {
    const words = {
      columns,
      roleWords,
      yes: t('Dialog.Yes'),
      no: t('Dialog.No'),
      day: columnDay,
      dateTime: columnDateTime,
    };
    void save(exportFileName(caption, new Date()), async () =>
      foundUsersFileRows((await fetchAllFound(state)).data, words),
    );
  }

  return (
    <Button icon={DownloadIcon} busy={isSaving} disabled={disabled} onClick={saveAll}>
      {t('Users.Export')}
    </Button>
  );
}
