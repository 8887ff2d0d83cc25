import { daysInWords, hoursInWords, zoneInWords } from '@guichet/contract/core/inWords';
import type { Exam } from '@guichet/contract/exams/exams';
import { placeIn } from '@guichet/contract/exams/exams.end';
import { useEffect } from 'react';
import { universityZone } from '../../../core/i18n/formats.ts';
import { universityName } from '../../../core/page/university.ts';
import { makePageRule, type Paper } from './pageRule.ts';
import { inOrder } from './presence.ts';
import { listColumns, type SheetLines } from './sheetColumns.ts';

export interface AttendanceSheetProps extends SheetLines {
  exam: Exam;
  systemTitle: string;
  paper: Paper;
}

/** The candidates of an exam, with a place to sign. Each printed page repeats the part above the lines. */
export function AttendanceSheet(props: AttendanceSheetProps) {
  const { exam, systemTitle, candidates, language, paper, t } = props;
  const columns = listColumns(props);
  const widths = widthsBy[columns.length] ?? [];
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
            {columns.map(({ heading }) => (
              <th key={heading} scope="col" className={`${cell} font-semibold`}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {inOrder(candidates, language).map((person, place) => (
            <tr key={person.id} className="h-[10mm] break-inside-avoid">
              {columns.map(({ heading, isName, cellOf }) =>
                isName ? (
                  <th key={heading} scope="row" className={`${cell} font-medium`}>
                    {cellOf(person, place + 1)}
                  </th>
                ) : (
                  <td key={heading} className={cell}>
                    {cellOf(person, place + 1)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The widths of the columns, by their number. */
const widthsBy: Readonly<Record<number, readonly string[]>> = {
  4: ['w-[8%]', 'w-[37%]', 'w-[20%]', 'w-[35%]'],
  5: ['w-[8%]', 'w-[30%]', 'w-[17%]', 'w-[20%]', 'w-[25%]'],
  6: ['w-[7%]', 'w-[24%]', 'w-[15%]', 'w-[18%]', 'w-[16%]', 'w-[20%]'],
  7: ['w-[6%]', 'w-[20%]', 'w-[13%]', 'w-[14%]', 'w-[16%]', 'w-[15%]', 'w-[17%]'],
};

const cell = 'wrap-anywhere border border-current px-2 py-1 tabular-nums';

/** Adds a CSS `@page` rule while a component shows, by a constructed style sheet, as the policy demands. */
function usePageRule(rule: string): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rule);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [rule]);
}
