import { fillParams } from '@guichet/contract/core/errors';
import { type Language, languages } from '@guichet/contract/core/language';
import type { Row } from 'write-excel-file/node';
import type { FileReply } from '../../core/http/bodies/replyBody.ts';
import { isConfidential, listColumns, sampleEmail } from '../columns/listColumns.ts';
import words from '../fileWords.json' with { type: 'json' };

export const templateName = 'candidats-candidates';
export const listName = 'Candidats - Candidates';

/** The columns of the template; without `hasExtraTime` those that everybody may import. */
export function templateColumns(hasExtraTime: boolean) {
  return listColumns.flatMap(({ template, ...column }) =>
    template && (hasExtraTime || !isConfidential(column.field)) ? [{ ...column, ...template }] : [],
  );
}

type Columns = ReturnType<typeof templateColumns>;

/** Both languages in a single heading; the reader accepts two names of the same field. */
export const templateHeadings = (columns: Columns) =>
  columns.map(({ headings: { fr, en } }) => `${fr} / ${en}`);

function instructionsFor(columns: Columns, language: Language) {
  const namesOf = (required: boolean) =>
    columns
      .filter(({ isRequired = false }) => isRequired === required)
      .map(({ headings }) => headings[language])
      .join(', ');
  const params = { email: sampleEmail, required: namesOf(true), optional: namesOf(false) };
  const say = (word: keyof typeof words) => fillParams(words[word][language], params);
  const hints = columns.flatMap(({ hint }) => (hint ? [hint[language]] : []));
  return {
    name: say('name'),
    title: say('title'),
    lines: [say('enter'), say('sample'), say('columns'), ...hints, say('twice'), say('limits')],
  };
}

/** The number of rows whose cells are formatted as text, to keep leading zeros. */
const preparedRows = 1_000;

const workbooks = new Map<boolean, Promise<FileReply>>();

/** The template, made on the first request. The import knows its headings and skips its sample row. */
export async function templateFile(format: 'xlsx' | 'csv', hasExtraTime: boolean): Promise<FileReply> {
  const columns = templateColumns(hasExtraTime);
  if (format === 'csv') return textTemplate(columns);
  const workbook = workbooks.get(hasExtraTime) ?? workbookTemplate(columns);
  workbooks.set(hasExtraTime, workbook);
  return workbook;
}

/** Has a UTF-8 BOM and semicolons: Excel opens this correctly under French regional settings. */
function textTemplate(columns: Columns): FileReply {
  const lines = [templateHeadings(columns), columns.map(({ sample }) => sample)].map(
    (cells) => `${cells.join(';')}\r\n`,
  );
  return {
    fileName: `${templateName}.csv`,
    contentType: 'text/csv; charset=utf-8',
    bytes: Buffer.from(`\ufeff${lines.join('')}`),
  };
}

async function workbookTemplate(columns: Columns): Promise<FileReply> {
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  const list: Row[] = [
    templateHeadings(columns).map((value) => ({ value, fontWeight: 'bold', backgroundColor: '#E8EDF2' })),
    columns.map(({ sample, isText }) => ({
      value: sample,
      fontStyle: 'italic',
      ...(isText && { format: '@' }),
    })),
    ...Array.from(
      { length: preparedRows },
      (): Row => columns.map(({ isText }) => (isText ? { type: String, format: '@' } : null)),
    ),
  ];
  const sheets = [
    {
      data: list,
      sheet: listName,
      columns: columns.map(({ width }) => ({ width })),
      stickyRowsCount: 1,
    },
    ...languages
      .map((language) => instructionsFor(columns, language))
      .map((text) => ({
        data: instructionRows(text),
        sheet: text.name,
        columns: [{ width: 110 }],
      })),
  ];
  return {
    fileName: `${templateName}.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes: await writeXlsxFile(sheets).toBuffer(),
  };
}

function instructionRows({ title, lines }: ReturnType<typeof instructionsFor>): Row[] {
  return [
    [{ value: title, fontWeight: 'bold', fontSize: 14 }],
    ...lines.map((value): Row => [{ value, wrap: true }]),
  ];
}
