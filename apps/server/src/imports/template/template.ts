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

/** In so many rows, cells are ready as text where a workbook would drop leading zeros. */
const preparedRows = 1_000;

/** The list to fill in. Its headings are those that the import knows, and its sample row is one that it skips. */
export async function templateFile(format: 'xlsx' | 'csv'): Promise<FileReply> {
  return format === 'csv' ? textTemplate() : workbookTemplate();
}

/** Marked as UTF-8 and with semicolons: what Excel opens rightly under French regional settings. */
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
