import type { ListedUser } from '@guichet/contract/identity/users';
import { useT } from '../../../core/i18n/useT.ts';
import { useSaveCsv } from '../../../core/lists/useSaveCsv.ts';
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
  roleWords: (name: string) => string;
}

export function ExportUsers({ caption, columns, users, says, hasMarks, roleWords }: ExportUsersProps) {
  const t = useT();
  const { save } = useSaveCsv();
  const headings = useUserWords();

  function saveAll() {
    const languages = { fr: t('Language.fr'), en: t('Language.en') };
    const marked = hasMarks ? t('User.Attested') : null;
    const presence = { present: t('Presence.present'), absent: t('Presence.absent') };
    const words = { headings, languages, says, marked, presence, roleWords };
    void save(exportFileName(caption, new Date()), () => usersFileRows(users, columns, words));
  }

  return (
    <Button icon={DownloadIcon} iconOnNarrow onClick={saveAll} disabled={users.length === 0}>
      {t('Users.Export')}
    </Button>
  );
}
