import type { ListedUser } from '@guichet/contract/identity/users';
import { saveFile } from '../../../core/call/bodies/download.ts';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { csvFile } from '../../../core/lists/csv.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { DownloadIcon } from '../../../ui/icons/moreIcons.tsx';
import { type UserColumn, type UserSays, useUserWords } from '../userView.ts';
import { exportFileName, usersFileRows } from './usersFile.ts';

export interface ExportUsersProps {
  caption: string;
  columns: readonly UserColumn[];
  /** All found rows, in the order of the screen. */
  users: readonly ListedUser[];
  says: UserSays | null;
  hasMarks: boolean;
}

/** Saves the list as a CSV file that Excel opens with correct accents and columns. */
export function ExportUsers({ caption, columns, users, says, hasMarks }: ExportUsersProps) {
  const t = useT();
  const language = useLanguage();
  const headings = useUserWords();

  function save() {
    const languages = { fr: t('Language.fr'), en: t('Language.en') };
    const marked = hasMarks ? t('User.Attested') : null;
    const rows = usersFileRows(users, columns, { headings, languages, says, marked });
    saveFile(csvFile(rows, language), exportFileName(caption, new Date()));
  }

  return (
    <Button icon={DownloadIcon} iconOnNarrow onClick={save} disabled={users.length === 0}>
      {t('Users.Export')}
    </Button>
  );
}
