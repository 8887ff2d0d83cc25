import { Parser } from 'htmlparser2';

const suspicious = /[&\\%=\u2010\u2011"'“”„«»‹›‘’]/;
/** The semicolon of the last one may have been taken as the end of the cell. */
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30})(?:;|$)/gi;
/** Opening quotes of a whole cell, with the closing quotes of each. */
const pairs: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”',
  '”': '”',
  '„': '“”',
  '«': '»',
  '‹': '›',
  '‘': '’',
  '’': '’',
};
/** Some programs escape what another has escaped before. */
const mostRounds = 3;

/**
 * Undoes what another program did to a text on its way into a list: HTML entities, backslashes, escapes of JSON,
 * addresses and mails, quotes around the whole cell, hyphens that do not break. Null: the text has none of these.
 */
export function unescapeText(cell: string): string | null {
  if (!suspicious.test(cell)) return null;
  let text = cell;
  for (let round = 0; round < mostRounds; round += 1) {
    const before = text;
    text = unquote(unescapeOnce(text));
    if (text === before) break;
  }
  return text === cell ? null : text;
}

function unescapeOnce(text: string): string {
  const plain = text
    .replace(entity, decodeEntity)
    .replace(/\\{1,8}(?=['"’])/g, '')
    .replace(/\\(?:u([\da-f]{4})|x([\da-f]{2}))/gi, (_, long?: string, short?: string) =>
      String.fromCharCode(Number.parseInt(long ?? short ?? '', 16)),
    )
    .replace(/(?<=\p{L})''(?=\p{L})/gu, "'")
    .replace(/[\u2010\u2011]/g, '-');
  // An address may hold both signs.
  return plain.includes('@') ? plain : decodeBytes(plain);
}

const decoded = new Map<string, string>();

function decodeEntity(written: string): string {
  const known = decoded.get(written);
  if (known !== undefined) return known;
  let text = '';
  const parser = new Parser({ ontext: (piece) => (text += piece) }, { decodeEntities: true });
  const whole = written.endsWith(';') ? written : `${written};`;
  parser.end(whole);
  if (text === whole) text = written;
  if (decoded.size < 10_000) decoded.set(written, text);
  return text;
}

/** Bytes as addresses (%C3%A9) and mails (=C3=A9) spell them, in UTF-8 or Windows-1252. */
function decodeBytes(text: string): string {
  const isOfAddress = /%(?:2[07]|[89a-f][\da-f])/i.test(text);
  return text
    .replace(/(?:=[89A-F][\dA-F]){2,}|(?<=[A-Za-z])=[89A-F][\dA-F]/g, textOfBytes)
    .replace(/(?:%[\da-f]{2})+/gi, (written) => (isOfAddress ? textOfBytes(written) : written));
}

function textOfBytes(written: string): string {
  const bytes = Buffer.from(written.replace(/[%=]/g, ''), 'hex');
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') ? new TextDecoder('windows-1252').decode(bytes) : text;
}

/** Removes quotes around the whole text, as they stay where a blank stands before them. */
function unquote(text: string): string {
  const whole = text.trim();
  const [first = '', last = ''] = [whole[0], whole.at(-1)];
  if (whole.length < 2 || !pairs[first]?.includes(last)) return text;
  const inner = whole.slice(1, -1);
  const plain = first === '"' ? inner.replaceAll('""', '\0') : inner;
  return plain.includes(first) || plain.includes(last) ? text : plain.replaceAll('\0', '"').trim();
}
