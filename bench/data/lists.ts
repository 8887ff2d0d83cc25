import { strToU8, zipSync } from 'fflate';

const firstNames = ['Zoé', 'Émile', 'Anaïs', 'Liam', 'Olivia', 'François', 'Mei-Ling', 'Noémie'];
const lastNames = ['Côté', 'Tremblay', 'O’Brien', 'Nguyen', 'Bélanger-Roy', 'MacKenzie', 'Diallo'];

/** Distinct candidates of a registrar: student number, family name, first name, address, language. */
export function* candidates(
  count: number,
  salt: string,
  domain = 'etu.example.ca',
): Generator<readonly string[]> {
  for (let n = 0; n < count; n++) {
    const first = firstNames[n % firstNames.length] as string;
    const last = `${lastNames[n % lastNames.length]}-${n}`;
    yield [String(300_000_000 + n), last, first, `${salt}${n}@${domain}`, n % 3 === 0 ? 'E' : 'F'];
  }
}

function* rows(count: number, salt: string, domain?: string): Generator<readonly string[]> {
  yield ['Numéro d’étudiant', 'Nom de famille', 'Prénom', 'Adresse courriel', 'Langue'];
  yield* candidates(count, salt, domain);
}

export function csvList(count: number, salt: string, domain?: string): Buffer {
  const lines = [...rows(count, salt, domain)].map((cells) => cells.join(';'));
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`);
}

/** A workbook as spreadsheet programs write it, with a table of shared strings. */
export function workbookList(count: number, salt: string): Buffer {
  const shared = new Map<string, number>();
  const indexOf = (text: string) => {
    if (!shared.has(text)) shared.set(text, shared.size);
    return shared.get(text);
  };
  const sheet = [...rows(count, salt)].map((cells, row) => {
    const xml = cells.map((text, at) => `<c r="${'ABCDE'[at]}${row + 1}" t="s"><v>${indexOf(text)}</v></c>`);
    return `<row r="${row + 1}">${xml.join('')}</row>`;
  });
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const files = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}"><sheets><sheet name="Liste" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData>${sheet.join('')}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst ${main}>${[...shared.keys()].map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
  };
  const packed = Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)]));
  return Buffer.from(zipSync(packed, { level: 6 }));
}
