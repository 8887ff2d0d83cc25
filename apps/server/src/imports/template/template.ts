import type { Row } from 'write-excel-file/node';
import type { FileReply } from '../../platform/http/bodies/replyBody.ts';
import {
  type Instructions,
  instructions,
  listName,
  sampleRow,
  templateColumns,
  templateHeadings,
  templateName,
} from './templateTexts.ts';

/** The number of rows with cells formatted as text, to keep leading zeros. */
const preparedRows = 1_000;

/** The template workbook. The import knows its headings and skips its sample row. */
export async function templateFile(format: 'xlsx' | 'csv'): Promise<FileReply> {
  return format === 'csv' ? textTemplate() : workbookTemplate();
}

/** With a UTF-8 BOM and semicolons, which Excel opens correctly under French regional settings. */
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
