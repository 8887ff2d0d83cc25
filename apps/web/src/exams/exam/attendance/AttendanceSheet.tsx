import { daysInWords } from '@guichet/contract/core/dayInWords';
import { hourInWords, hoursInWords } from '@guichet/contract/core/hoursInWords';
import type { Language } from '@guichet/contract/core/language';
import { listedText } from '@guichet/contract/core/listValues';
import { zoneInWords } from '@guichet/contract/core/zoneInWords';
import type { Exam } from '@guichet/contract/exams/exams';
import { placeIn } from '@guichet/contract/exams/exams.titles';
import type { ListedUser } from '@guichet/contract/identity/users';
import type { ReactNode } from 'react';
import { timeOfDay, universityZone } from '../../../core/i18n/formats.ts';
import type { T } from '../../../core/i18n/useT.ts';
import { universityName } from '../../../core/page/university.ts';
import { usePageRule } from '../../../core/page/usePageRule.ts';
import { makePageRule, type Paper } from './pageRule.ts';
import { formatListName, inOrder } from './presence.ts';

export interface AttendanceSheetProps {
  exam: Exam;
  systemTitle: string;
  candidates: readonly ListedUser[];
  /** Extra time in words by candidate id; null for a sheet without that column. */
  extraTimes: ReadonlyMap<number, string> | null;
  /** Whether the sheet has what the lists say in the columns that the exam keeps. */
  hasListed: boolean;
  language: Language;
  paper: Paper;
  /** Gives texts in the language of the sheet. */
  t: T;
}

/** The candidates of an exam, with a place to sign. Each printed page repeats the part above the lines. */
export function AttendanceSheet(props: AttendanceSheetProps) {
  const { exam, systemTitle, candidates, extraTimes, hasListed, language, paper, t } = props;
  const hasPresence = candidates.some(({ presence }) => presence);
  const more = [extraTimes, hasListed, hasPresence].filter(Boolean).length;
  const widths = widthsBy[more] ?? [];
  usePageRule(makePageRule(paper, t));
  const place = placeIn(language, exam);
  const title = language === 'fr' ? exam.titleFr || exam.titleEn : exam.titleEn || exam.titleFr;
  const hours = hoursInWords(exam, language, zoneInWords(universityZone(), exam.examDate, language));
  return (
    // On a narrow screen the sheet scrolls sideways, with the arrow keys too.
    <section
      data-print-page
      aria-label={t('Attendance.Title')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region needs the focus
      tabIndex={0}
      lang={language}
      className="overflow-x-auto rounded-lg border border-line p-4 sm:p-6 print:overflow-visible print:rounded-none print:border-0 print:p-0"
    >
      <table className="w-full min-w-[36rem] table-fixed border-collapse text-left text-sm print:min-w-0">
        <colgroup>
          {widths.map((width) => (
            <col key={width} className={width} />
          ))}
        </colgroup>
        <thead className="table-header-group">
          <tr>
            <td colSpan={widths.length} className="pb-3">
              <span className="flex flex-wrap items-baseline justify-between gap-x-6">
                <span>{t('Attendance.Title')}</span>
                <span>{[universityName(language), systemTitle].filter(Boolean).join(' – ')}</span>
              </span>
              <span className="wrap-anywhere block font-semibold text-lg">{title}</span>
              <span className="wrap-anywhere block first-letter:uppercase">
                {[daysInWords(exam.examDate, exam, language), hours].filter(Boolean).join(', ')}
              </span>
              {place && <span className="wrap-anywhere block">{place}</span>}
              <span className="block">{t('Attendance.Count', { count: candidates.length })}</span>
            </td>
          </tr>
          <tr>
            <Heading>{t('Attendance.Number')}</Heading>
            <Heading>{t('Attendance.Name')}</Heading>
            <Heading>{t('User.studentNumber')}</Heading>
            {hasListed && <Heading>{t('User.list')}</Heading>}
            {extraTimes && <Heading>{t('Attendance.ExtraTime')}</Heading>}
            {hasPresence && <Heading>{t('User.presence')}</Heading>}
            <Heading>{t('Attendance.Signature')}</Heading>
          </tr>
        </thead>
        <tbody>
          {inOrder(candidates, language).map((person, place) => (
            <tr key={person.id} className="h-[10mm] break-inside-avoid">
              <Cell>{place + 1}</Cell>
              <th scope="row" className={`${cell} font-medium`}>
                {formatListName(person)}
              </th>
              {/* The sheet is passed round the room, so no address stands in for a missing number. */}
              <Cell>{person.studentNumber}</Cell>
              {hasListed && <Cell>{listedText(person.listValues)}</Cell>}
              {extraTimes && <Cell>{extraTimes.get(person.id)}</Cell>}
              {hasPresence && <Cell>{presenceText(person)}</Cell>}
              <Cell />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );

  function presenceText({ presence }: ListedUser) {
    if (!presence) return null;
    return `${t(`Presence.${presence.state}`)}, ${hourInWords(timeOfDay(presence.at), language)}`;
  }
}

/** The widths of the columns, by the number of further ones. */
const widthsBy = [
  ['w-[8%]', 'w-[37%]', 'w-[20%]', 'w-[35%]'],
  ['w-[8%]', 'w-[30%]', 'w-[17%]', 'w-[20%]', 'w-[25%]'],
  ['w-[7%]', 'w-[24%]', 'w-[15%]', 'w-[18%]', 'w-[16%]', 'w-[20%]'],
  ['w-[6%]', 'w-[20%]', 'w-[13%]', 'w-[14%]', 'w-[16%]', 'w-[15%]', 'w-[17%]'],
] as const;

const cell = 'wrap-anywhere border border-current px-2 py-1 tabular-nums';

function Heading({ children }: { children: ReactNode }) {
  return (
    <th scope="col" className={`${cell} font-semibold`}>
      {children}
    </th>
  );
}

function Cell({ children }: { children?: ReactNode }) {
  return <td className={cell}>{children}</td>;
}
