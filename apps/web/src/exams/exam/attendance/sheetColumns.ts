import { hourInWords } from '@guichet/contract/core/inWords';
import type { Language } from '@guichet/contract/core/language';
import { listedText } from '@guichet/contract/core/listValues';
import type { ListedUser } from '@guichet/contract/identity/users';
import { timeOfDay } from '../../../core/i18n/formats.ts';
import type { T } from '../../../core/i18n/useT.ts';
import { formatListName, inOrder } from './presence.ts';

/** The candidates of an attendance sheet, and the choice of columns. */
export interface SheetLines {
  readonly candidates: readonly ListedUser[];
  /** Extra time in words by candidate id; null for a sheet without that column. */
  readonly extraTimes: ReadonlyMap<number, string> | null;
  /** Whether the sheet has what the lists say in the columns that the exam keeps. */
  readonly hasListed: boolean;
  readonly language: Language;
  /** Gives texts in the language of the sheet. */
  readonly t: T;
}

interface SheetColumn {
  readonly heading: string;
  readonly isName?: true;
  readonly cellOf: (person: ListedUser, place: number) => string | number;
}

/** The columns of the sheet, on paper and in a file. The last one is empty, to be signed. */
export function listColumns({ candidates, extraTimes, hasListed, language, t }: SheetLines): SheetColumn[] {
  const hasPresence = candidates.some(({ presence }) => presence);
  return [
    { heading: t('Attendance.Number'), cellOf: (_person, place) => place },
    { heading: t('Attendance.Name'), isName: true, cellOf: formatListName },
    // The sheet is passed round the room, so no address stands in for a missing number.
    { heading: t('User.studentNumber'), cellOf: ({ studentNumber }) => studentNumber ?? '' },
    ...(hasListed
      ? [{ heading: t('User.list'), cellOf: ({ listValues }: ListedUser) => listedText(listValues) }]
      : []),
    ...(extraTimes
      ? [{ heading: t('Attendance.ExtraTime'), cellOf: ({ id }: ListedUser) => extraTimes.get(id) ?? '' }]
      : []),
    ...(hasPresence ? [{ heading: t('User.presence'), cellOf: presenceText }] : []),
    { heading: t('Attendance.Signature'), cellOf: () => '' },
  ];

  function presenceText({ presence }: ListedUser): string {
    if (!presence) return '';
    return `${t(`Presence.${presence.state}`)}, ${hourInWords(timeOfDay(presence.at), language)}`;
  }
}

/** The sheet as rows of a file, headings first. */
export function listSheetRows(lines: SheetLines): (string | number)[][] {
  const columns = listColumns(lines);
  return [
    columns.map(({ heading }) => heading),
    ...inOrder(lines.candidates, lines.language).map((person, at) =>
      columns.map(({ cellOf }) => cellOf(person, at + 1)),
    ),
  ];
}
