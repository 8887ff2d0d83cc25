import type { Language } from '@guichet/contract/core/language';
import type { ListedUser, PresenceState } from '@guichet/contract/identity/users';
import { useT } from '../../../core/i18n/useT.ts';
import { ExportMenu } from '../../../core/lists/saving/ExportMenu.tsx';
import {
  listKeptColumns,
  type UserColumn,
  type UserSays,
  type UserWords,
  useUserWords,
} from '../userView.ts';
import type { UserTableProps } from './UserTable.tsx';

/** `users`: all found rows, in the order of the screen. */
export type ExportUsersProps = { systemId: number } & Pick<
  UserTableProps,
  'caption' | 'columns' | 'users' | 'says' | 'hasMarks' | 'roleWords'
>;

export function ExportUsers(props: ExportUsersProps) {
  const { caption, systemId, columns, users, says, hasMarks, roleWords } = props;
  const t = useT();
  const headings = useUserWords();

  function toRows() {
    const languages = { fr: t('Language.fr'), en: t('Language.en') };
    const marked = hasMarks ? t('User.Attested') : null;
    const presence = { present: t('Presence.present'), absent: t('Presence.absent') };
    return usersFileRows(users, columns, { headings, languages, says, marked, presence, roleWords });
  }

  const disabled = users.length === 0;
  return <ExportMenu {...{ caption, systemId, disabled }} fetchRows={toRows} iconOnNarrow />;
}

interface UsersFileWords {
  readonly headings: UserWords;
  /** The names of the languages in the form that the import of a list reads. */
  readonly languages: Readonly<Record<Language, string>>;
  readonly says: UserSays | null;
  /** The text for people who passed; null when nobody has the mark. */
  readonly marked: string | null;
  /** The words of a tick at the door. */
  readonly presence: Readonly<Record<PresenceState, string>>;
  readonly roleWords: (name: string) => string;
}

/**
 * The rows of a list as texts for a file, headings first; with a column of languages when anybody has one, and with
 * the kept columns of lists.
 * The import of a list of candidates accepts the file unchanged.
 */
export function usersFileRows(
  users: readonly ListedUser[],
  columns: readonly UserColumn[],
  { headings, languages, says, marked, presence, roleWords }: UsersFileWords,
): string[][] {
  const kept = listKeptColumns(users);
  const isTicked = users.some((user) => user.presence);
  const hasLanguages = users.some(({ language }) => language !== null);
  const head = [
    ...columns.map((column) => headings[column]),
    ...(hasLanguages ? [headings.language] : []),
    ...(says ? [headings.mail, headings.platform] : []),
    ...(isTicked ? [headings.presence] : []),
    ...(marked === null ? [] : [headings.isAttested]),
    ...kept,
  ];
  const rows = users.map((user) => [
    ...columns.map((column) => (column === 'role' ? roleWords(user.role ?? '') : (user[column] ?? ''))),
    ...(hasLanguages ? [user.language === null ? '' : languages[user.language]] : []),
    ...(says ? statesOf(user, says) : []),
    ...(isTicked ? [user.presence ? presence[user.presence.state] : ''] : []),
    ...(marked === null ? [] : [user.isAttested ? marked : '']),
    ...kept.map((column) => user.listValues?.[column] ?? ''),
  ]);
  return [head, ...rows];
}

function statesOf({ mailState, platformState }: ListedUser, says: UserSays): string[] {
  return [
    mailState === null ? '' : says.mail(mailState).word,
    platformState === null ? '' : says.platform(platformState).word,
  ];
}
