/** Placeholders whose value opens an account. */
export const secretPlaceholders = ['setPasswordUrl', 'confirmUrl', 'newPassword'] as const;

const names = secretPlaceholders.join('|');
const mentioned = new RegExp(names);
const secret = new RegExp(`\\{\\{\\s*(${names})\\s*\\}\\}`, 'g');

/** Allowed between a secret and the next blank: no linkifier joins it to an address over these signs. */
const before = /^[([<{«“„‘"'‹:*•–—-]*$/u;
const after = /^[)\]>}»”’"'›.,;:!?…*–—-]*$/u;
/** A longer run without a blank is not examined: it counts as an address beside the secret. */
const longestRun = 100;
const hardBlank = /[ \t\r\n]/;
/** Some mail programs continue an address after a blank that is not ASCII. */
const softBlank = /[\p{Zs}\u2028\u2029]/u;
const ofAddress = /[/@=#%&\\]|\p{L}\.\p{L}/u;

/**
 * An address after an opening bracket or quotation mark continues over blanks and lines to the closing mark
 * (RFC 3986, appendix C; Thunderbird). A bracket right before a secret opens the secret alone.
 */
const delimited = new RegExp(
  `(?<lone><(?=\\{\\{(?:${names})\\}\\}))|[<"]\\s{0,9}(?:url:\\s{0,9})?(?:https?|ftps?|wss?|mailto|news):|[<"]\\s{0,9}www\\.|[<>"]|${secret.source}`,
  'gi',
);

/** The first secret in a plain text, by name, that touches other characters of an address; null for none. */
export function findWrappedSecret(text: string): string | null {
  for (const { index, 0: found, 1: name = '' } of text.matchAll(secret)) {
    const [left, right] = [runBefore(text, index), runAfter(text, index + found.length)];
    if (!isBeside(left, before, 'end') || !isBeside(right, after, 'start')) return name;
  }
  return findDelimited(text);
}

/** The same for HTML: in the text that readers see, and in its addresses. */
export function findWrappedSecretIn(html: string): string | null {
  // Most texts hold no secret, and each mail asks for this.
  if (!mentioned.test(html.replace(/<[^<>]*>/g, '')) && !mentioned.test(html)) return null;
  const { text, outOfPlace } = flowOf(html);
  return outOfPlace ?? findWrappedSecret(text);
}

const address = /\b(?:href|src)\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/** The first secret inside an address of unsanitised HTML: sanitising would hide it. Null for none. */
export function findSecretInAddress(html: string): string | null {
  for (const [, double, single, bare] of html.matchAll(address)) {
    const target = decoded(double ?? single ?? bare ?? '')
      .replace(/%7B/gi, '{')
      .replace(/%7D/gi, '}');
    const name = firstSecret(target);
    if (name !== null && target.replace(/\s/g, '') !== `{{${name}}}`) return name;
  }
  return null;
}

function runBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && end - start <= longestRun && !hardBlank.test(text[start - 1] ?? '')) start -= 1;
  return text.slice(start, end);
}

function runAfter(text: string, start: number): string {
  let end = start;
  while (end < text.length && end - start <= longestRun && !hardBlank.test(text[end] ?? '')) end += 1;
  return text.slice(start, end);
}

/** Whether no address touches the secret: only punctuation up to a blank, no address past a soft blank. */
function isBeside(run: string, allowed: RegExp, nearest: 'start' | 'end'): boolean {
  const parts = run.split(softBlank);
  const near = (nearest === 'end' ? parts.at(-1) : parts[0]) ?? '';
  return run.length <= longestRun && allowed.test(near) && (parts.length === 1 || !ofAddress.test(run));
}

function findDelimited(text: string): string | null {
  let isOpen = false;
  let within: string | null = null;
  // In a run of delimiters, the first closes an address and the last opens another.
  const short = text.replace(/([<>"])[<>"]+(?=[<>"])/g, '$1');
  for (const { 0: found, 2: name, groups } of short.matchAll(delimited)) {
    if (groups?.lone) continue;
    if (name !== undefined) within ??= isOpen ? name : null;
    else if (within !== null && (found === '>' || found === '"')) return within;
    else {
      isOpen = found.length > 1;
      within = null;
    }
  }
  return null;
}

interface Link {
  readonly target: string;
  words: string;
}

const breaking = /^<\/?(?:p|br|hr|h[1-4]|blockquote|ul|ol|li|div|html|head|body|title|style|meta)\b/i;

/**
 * The text of sanitised HTML as a reader's program joins it: inline tags vanish, blocks and cells are lines.
 * `outOfPlace`: a secret in a table but in no cell, which programs move; a secret as only a part of an
 * attribute; a secret among the words of another link.
 */
function flowOf(html: string): { readonly text: string; readonly outOfPlace: string | null } {
  const tables: ('table' | 'cell')[] = [];
  let text = '';
  let outOfPlace: string | null = null;
  let link: Link | null = null;
  for (const part of html.split(/(<[^<>]*>)/)) {
    const tag = /^<(\/?)([a-z]+\d?)/i.exec(part);
    if (!tag) {
      if (tables.at(-1) === 'table') outOfPlace ??= firstSecret(part);
      const words = decoded(part);
      if (link) link.words += words;
      // A link of nothing but blanks is dropped.
      if (!link || words.trim() !== '') text += words;
      continue;
    }
    const [, isEnd, name = ''] = tag;
    const inside = firstSecret(part);
    const target = /\bhref="([^"]*)"/i.exec(part)?.[1] ?? '';
    if (inside !== null && target !== `{{${inside}}}`) outOfPlace ??= inside;
    switch (name.toLowerCase()) {
      case 'a':
        if (link) {
          outOfPlace ??= shownByAnother(link);
          // Plain text shows the bare address of a link without words.
          if (link.words.trim() === '') text += link.target;
        }
        link = isEnd ? null : { target, words: '' };
        break;
      case 'table':
        text += '\n';
        if (isEnd) tables.length = Math.max(0, tables.lastIndexOf('table'));
        else tables.push('table');
        break;
      case 'td':
      case 'th':
        // Outside of a table, a cell is dropped and the text around it is joined.
        if (isEnd ? tables.at(-1) === 'cell' : tables.at(-1) === 'table') text += '\n';
        if (isEnd && tables.at(-1) === 'cell') tables.pop();
        else if (!isEnd && tables.at(-1) === 'table') tables.push('cell');
        break;
      default:
        if (breaking.test(part)) text += '\n';
    }
  }
  // An unclosed link goes on to the end of the text.
  return { text, outOfPlace: outOfPlace ?? (link && shownByAnother(link)) };
}

/** The first secret in the words of a link that leads elsewhere. */
function shownByAnother({ target, words }: Link): string | null {
  const shown = firstSecret(words);
  return target && shown !== null && target !== `{{${shown}}}` ? shown : null;
}

function firstSecret(text: string): string | null {
  const [first] = text.matchAll(secret);
  return first?.[1] ?? null;
}

/** `&amp;` comes last, since it may stand before letters that look like another entity. */
const entities = [
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&nbsp;', '\u00a0'],
  ['&amp;', '&'],
] as const;

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  const numbered = text.replace(/&#(?:(\d{1,7})|x([\da-f]{1,6}));/gi, (whole, decimal, hex) => {
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
  return entities.reduce((rest, [entity, sign]) => rest.replaceAll(entity, sign), numbered);
}
