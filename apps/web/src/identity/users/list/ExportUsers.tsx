import type { ListedUser } from '@guichet/contract/identity/users';
import { useT } from '../../../core/i18n/useT.ts';
import { ExportMenu } from '../../../core/lists/saving/ExportMenu.tsx';
import { type UserColumn, type UserSays, useUserWords } from '../userView.ts';
import { usersFileRows } from './usersFile.ts';

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
  const headings = useUserWords();

  function toRows() {
    const languages = { fr: t('Language.fr'), en: t('Language.en') };
    const marked = hasMarks ? t('User.Attested') : null;
    const presence = { present: t('Presence.present'), absent: t('Presence.absent') };
    return usersFileRows(users, columns, { headings, languages, says, marked, presence, roleWords });
  }

  return <ExportMenu caption={caption} fetchRows={toRows} disabled={users.length === 0} iconOnNarrow />;
}
