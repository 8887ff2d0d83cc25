import { fillParams } from '@guichet/contract/core/errors';
import { type Language, languages } from '@guichet/contract/core/language';
import type { Row } from 'write-excel-file/node';
import type { FileReply } from '../../core/http/bodies/replyBody.ts';
import { listColumns, sampleEmail } from '../columns/listColumns.ts';
import words from '../fileWords.json' with { type: 'json' };

export const templateName = 'candidats-candidates';
export const listName = 'Candidats - Candidates';

export const templateColumns = listColumns.flatMap(({ template, ...column }) =>
  template ? [{ ...column, ...template }] : [],
);

/** Both languages in a single heading; the reader accepts two names of the same field. */
export const templateHeadings = templateColumns.map(({ headings: { fr, en } }) => `${fr} / ${en}`);

export const sampleRow = templateColumns.map(({ sample }) => sample);

export interface Instructions {
  readonly name: string;
  readonly title: string;
  readonly lines: readonly string[];
}

export const instructions = languages.map((language): Instructions => {
  const params = {
    email: sampleEmail,
    required: namesOf(true, language),
    optional: namesOf(false, language),
  };
  const say = (word: keyof typeof words) => fillParams(words[word][language], params);
  const hints = templateColumns.flatMap(({ hint }) => (hint ? [hint[language]] : []));
  return {
    name: say('name'),
    title: say('title'),
    lines: [say('enter'), say('sample'), say('columns'), ...hints, say('twice'), say('limits')],
  };
});

function namesOf(required: boolean, language: Language): string {
  const named = templateColumns.filter(({ isRequired = false }) => isRequired === required);
  return named.map(({ headings }) => headings[language]).join(', ');
}

/** The number of rows whose cells are formatted as text, to keep leading zeros. */
const preparedRows = 1_000;

let workbook: Promise<FileReply> | null = null;

/** The template, made on the first request. The import knows its headings and skips its sample row. */
export async function templateFile(format: 'xlsx' | 'csv'): Promise<FileReply> {
  if (format === 'csv') return textTemplate();
  workbook ??= workbookTemplate();
  return workbook;
}

/** Has a UTF-8 BOM and semicolons: Excel opens this correctly under French regional settings. */
function textTemplate(): FileReply {
  const lines = [templateHeadings, sampleRow].map((cells) => `${cells.join(';')}\r\n`);
  return {
    fileName: `${templateName}.csv`,
    contentType: 'text/csv; charset=utf-8',
    bytes: Buffer.from(`\ufeff${lines.join('')}`),
  };
}

async function workbookTemplate(): Promise<FileReply> {
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  const list: Row[] = [
    templateHeadings.map((value) => ({ value, fontWeight: 'bold', backgroundColor: '#E8EDF2' })),
    templateColumns.map(({ sample, isText }) => ({
      value: sample,
      fontStyle: 'italic',
      ...(isText && { format: '@' }),
    })),
    ...Array.from({ length: preparedRows }, () => preparedRow),
  ];
  const sheets = [
    {
      data: list,
      sheet: listName,
      columns: templateColumns.map(({ width }) => ({ width })),
      stickyRowsCount: 1,
    },
    ...instructions.map((text) => ({
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

const preparedRow: Row = templateColumns.map(({ isText }) => (isText ? { type: String, format: '@' } : null));

function instructionRows({ title, lines }: Instructions): Row[] {
  return [
    [{ value: title, fontWeight: 'bold', fontSize: 14 }],
    ...lines.map((value): Row => [{ value, wrap: true }]),
  ];
}
