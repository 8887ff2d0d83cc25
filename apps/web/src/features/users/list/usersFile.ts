import type { ListedUser } from '@guichet/contract/users';
import { today } from '../../../platform/i18n/formats.ts';
import type { UserColumn, UserSays, UserWords } from '../userView.ts';

/** The rows of a list as texts for a file, headings first; the two states only for a cohort, the mark where somebody has it. */
export function usersFileRows(
  users: readonly ListedUser[],
  columns: readonly UserColumn[],
  words: UserWords,
  says: UserSays | null,
  marked: string | null,
): string[][] {
  const headings = [
    ...columns.map((column) => words[column]),
    ...(says ? [words.mail, words.platform] : []),
    ...(marked === null ? [] : [words.isAttested]),
  ];
  const rows = users.map((user) => [
    ...columns.map((column) => user[column] ?? ''),
    ...(says ? statesOf(user, says) : []),
    ...(marked === null ? [] : [user.isAttested ? marked : '']),
  ]);
  return [headings, ...rows];
}

function statesOf({ mailState, platformState }: ListedUser, says: UserSays): string[] {
  return [
    mailState === null ? '' : says.mail(mailState).word,
    platformState === null ? '' : says.platform(platformState).word,
  ];
}

/** The name of an exported list: title and day, without characters that Windows forbids. */
export function exportFileName(caption: string, now: Date): string {
  const name = caption
    .replace(/[\\/:*?"<>|]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return `${name} ${today(now)}.csv`;
}
