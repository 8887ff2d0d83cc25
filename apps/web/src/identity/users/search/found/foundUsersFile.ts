import { personTextNames } from '@guichet/contract/core/personTexts';
import type { FoundUser } from '@guichet/contract/identity/users.search';
import type { SearchWords } from '../filters/useSearchWords.ts';

export interface FileWords {
  readonly columns: SearchWords;
  readonly roleWords: (name: string) => string;
  readonly yes: string;
  readonly no: string;
  readonly day: (day: string) => string;
  readonly dateTime: (instant: Date) => string;
}

/** All texts except the profession, which keeps its position on the screen. */
const otherTexts = personTextNames.filter((name) => name !== 'profession');

/** The found people as texts for a file, headings first. Dates are formatted for people, as on the screen. */
export function foundUsersFileRows(users: readonly FoundUser[], words: FileWords): string[][] {
  const { columns, roleWords, yes, no, day, dateTime } = words;
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
    day(user.subscriptionDate),
    user.lastVisitDate ? dateTime(user.lastVisitDate) : '',
    user.profession ?? '',
    String(user.attestation),
    String(user.numberOfWorkshops),
  ]);
  return [headings, ...rows];
}
