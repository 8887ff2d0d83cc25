import { personTextNames } from '@guichet/contract/core/personTexts';
import type { FoundUser } from '@guichet/contract/identity/users.search';
import type { FileCell } from '../../../../core/lists/saving/workbook.ts';
import type { SearchWords } from '../filters/useSearchWords.ts';

export interface FileWords {
  readonly columns: SearchWords;
  readonly roleWords: (name: string) => string;
  readonly yes: string;
  readonly no: string;
}

/** All texts except the profession, which keeps its position on the screen. */
const otherTexts = personTextNames.filter((name) => name !== 'profession');

/** The found people as cells of a file, headings first. */
export function foundUsersFileRows(users: readonly FoundUser[], words: FileWords): FileCell[][] {
  const { columns, roleWords, yes, no } = words;
  const headings = [
    columns.name,
    columns.email,
    columns.roles,
    ...otherTexts.map((name) => columns[name]),
    columns.isActive,
    columns.subscriptionDate,
    columns.lastVisitDate,
    columns.profession,
    columns.attestation,
    columns.numberOfWorkshops,
  ];
  const rows = users.map((user) => [
    user.fullName,
    user.email,
    user.roles.map(roleWords).join(', '),
    ...otherTexts.map((name) => user[name] ?? ''),
    user.isActive ? yes : no,
    { day: user.subscriptionDate },
    user.lastVisitDate ?? '',
    user.profession ?? '',
    user.attestation,
    user.numberOfWorkshops,
  ]);
  return [headings, ...rows];
}
