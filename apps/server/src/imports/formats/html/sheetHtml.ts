import type { ListEncoding } from '@guichet/contract/imports/imports.encodings';
import { Parser } from 'htmlparser2';
import { type FieldNamed, isBlank, type Sheet, SheetFault, type SheetRow } from '../sheet.ts';
import { decodeText } from '../text/sheetEncoding.ts';
import { openHtmlTable } from './sheetHtmlTable.ts';

/** Nested tags: a real page has a few dozen; without a limit, each unclosed tag would cost more and more. */
const deepest = 200;
/** In characters; no tag, attribute or comment of a list is this long. */
const longestToken = 1024 * 1024;

/**
 * The rows of the tables of an HTML page, which some programs save as `.xls`. Nothing in the page is executed
 * or loaded.
 * @throws SheetFault `import.notASpreadsheet` if the page has no table
 */
export function openHtmlSheet(bytes: Uint8Array, fieldNamed: FieldNamed, chosen?: ListEncoding): Sheet {
  const { chunks, ofSheet } = decodeText(bytes, fieldNamed, { chosen, stated: charsetOf(bytes) });
  return { name: null, rows: readRows(chunks), cellsCanSlip: false, ...ofSheet };
}

function* readRows(chunks: Iterable<string>): Generator<SheetRow> {
  const table = openHtmlTable();
  let depth = 0;
  let sinceTag = 0;
  let hasRows = false;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        sinceTag = 0;
        depth += 1;
        if (depth > deepest) throw new SheetFault('import.damaged');
        table.open(name, attributes);
      },
      onclosetag: (name) => {
        sinceTag = 0;
        depth -= 1;
        table.close(name);
      },
      ontext: (piece) => table.text(piece),
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  const give = function* () {
    for (const row of table.take()) {
      hasRows = true;
      if (!isBlank(row.cells)) yield row;
    }
  };
  for (const chunk of chunks) {
    sinceTag += chunk.length;
    if (sinceTag > longestToken) throw new SheetFault('import.damaged');
    parser.write(chunk);
    yield* give();
  }
  parser.end();
  yield* give();
  if (!hasRows) throw new SheetFault('import.notASpreadsheet');
}

/** The charset that the page declares in its first bytes, which are ASCII. */
function charsetOf(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096)).toString('latin1');
  return /<meta[^<>]{0,200}charset\s*=\s*(?:["']\s*)?([\w:.-]{2,30})/i.exec(head)?.[1] ?? null;
}
