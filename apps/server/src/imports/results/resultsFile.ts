import { csvText } from '@guichet/contract/core/csv';
import { hourInWords, shortDay } from '@guichet/contract/core/inWords';
import type { Language } from '@guichet/contract/core/language';
import type { Points } from '@guichet/contract/exams/results.grades';
import type { PresenceState } from '@guichet/contract/identity/users';
import type { FileReply } from '../../core/http/bodies/replyBody.ts';
import { dayIn, timeIn } from '../../core/runtime/clock.ts';
import { nameOfField } from '../columns/listColumns.ts';
import words from '../fileWords.json' with { type: 'json' };

export type FileFormat = 'xlsx' | 'csv';

interface Marked {
  readonly id: number;
  readonly studentNumber: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly attestedAt: Date | null;
  readonly presence: { readonly state: PresenceState } | null;
}

type Grades = ReadonlyMap<number, { readonly grade: Points; readonly before: Points | null }>;

/** As a day and an hour stand in columns. */
const momentFormats = { fr: 'dd/mm/yyyy hh:mm', en: 'yyyy-mm-dd hh:mm' };
const fields = ['studentNumber', 'lastName', 'firstName', 'email'] as const;

interface FileOrder {
  readonly format: FileFormat;
  readonly language: Language;
  /** Date and title, for the name of the file. */
  readonly exam: string;
  readonly timeZone: string;
}

/**
 * The marks as a file, with headings that the import and the reading of results recognise, and the check-in if there was
 * one, under a heading that is no result. Grades, if any were read, are numbers and moments are dates, so that a spreadsheet can calculate with them.
 */
export async function resultsFile(
  marks: readonly Marked[],
  grades: Grades | null,
  { format, language, exam, timeZone }: FileOrder,
): Promise<FileReply> {
  const say = (word: keyof typeof words) => words[word][language];
  const isTicked = marks.some((one) => one.presence);
  const file = `attestations ${exam}`.replace(/[\p{Cc}\\/:*?"<>|]+/gu, '-');
  const [isoDay, time] = [dayIn(timeZone), timeIn(timeZone)];
  const headings = [
    ...fields.map((field) => nameOfField(field, language)),
    say('attestation'),
    say('attestedAt'),
    ...(isTicked ? [say('checkIn')] : []),
    ...(grades ? [say('grade'), say('outOf'), say('gradeBefore')] : []),
  ];
  const rows = marks.map((one) => [
    ...fields.map((field) => one[field] ?? ''),
    say(one.attestedAt ? 'yes' : 'no'),
    one.attestedAt ?? '',
    ...(isTicked ? [one.presence ? say(one.presence.state) : ''] : []),
    ...(grades ? pointsOf(grades.get(one.id)) : []),
  ]);
  if (format === 'csv') {
    const { format: numberText } = new Intl.NumberFormat(`${language}-CA`, { useGrouping: false });
    const momentText = (at: Date) => `${shortDay(isoDay(at), language)} ${hourInWords(time(at), language)}`;
    const cells = rows.map((row) =>
      row.map((one) =>
        one instanceof Date ? momentText(one) : typeof one === 'number' ? numberText(one) : (one ?? ''),
      ),
    );
    const bytes = Buffer.from(csvText([headings, ...cells], language));
    return { fileName: `${file}.csv`, contentType: 'text/csv; charset=utf-8', bytes };
  }
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  const data = [
    headings.map((value) => ({ value, fontWeight: 'bold' as const })),
    // Text cells: a spreadsheet runs none of them as a formula, and keeps leading zeros.
    ...rows.map((row) =>
      row.map((value) =>
        value instanceof Date
          ? // A cell has no zone: it shows the university's day and hour.
            {
              value: new Date(`${isoDay(value)}T${time(value)}Z`),
              type: Date,
              format: momentFormats[language],
            }
          : typeof value === 'string'
            ? { value, type: String, format: '@' }
            : value === null
              ? null
              : { value },
      ),
    ),
  ];
  const columns = [16, 24, 24, 36, 14, 20, 10, 16, 16, 16]
    .slice(0, headings.length)
    .map((width) => ({ width }));
  return {
    fileName: `${file}.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: await writeXlsxFile([{ data, sheet: say('attestation'), columns, stickyRowsCount: 1 }]).toBuffer(),
  };
}

function pointsOf(kept: { readonly grade: Points; readonly before: Points | null } | undefined) {
  return [kept?.grade.points ?? null, kept?.grade.outOf ?? null, kept?.before?.points ?? null];
}
