import type { Language } from '@guichet/contract/core/language';
import { mailWords } from '../../../mail/texts/texts.service.ts';

type Address = keyof (typeof mailWords)[Language]['given']['links'];

const hasBlocks = /<(?:p|br|hr|h[1-4]|blockquote|ul|ol|li|table)\b/i;
const addressAtEnd = /\{\{(loginUrl|setPasswordUrl|confirmUrl)\}\}\s*\.?$/;
const tag = /(<[^<>]+>)/;
const linkTag = /^<\/?a\b/i;
const addressInText =
  /\{\{(loginUrl|setPasswordUrl|confirmUrl)\}\}|https?:\/\/[^\s<>"{}]+[^\s<>"{}.,;:!?)\]»]|(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/g;

/**
 * Converts typed lines to HTML: each line is a paragraph, an address of the portal at its end a button, and every other
 * address a link. In a body that is HTML already, only addresses change. Takes and returns a sanitised body, with
 * placeholders.
 */
export function layOutLines(body: string, language: Language): string {
  if (hasBlocks.test(body)) return withLinks(body, language);
  const lines = body.split(/\r\n?|\n/).map((line) => line.trim());
  // A tag that spans several lines would be cut in two.
  if (!lines.every(isBalanced)) return `<p>${withLinks(lines.join('<br>'), language)}</p>`;
  return lines
    .flatMap((line, at) => (line === '' ? [] : [paragraph(line, lines[at - 1], lines[at + 1], language)]))
    .join('\n');
}

/** Consecutive lines have smaller margins between them. */
function paragraph(line: string, before: string | undefined, after: string | undefined, language: Language) {
  const atEnd = addressAtEnd.exec(line);
  if (atEnd) {
    const [, address] = atEnd;
    const words = line.slice(0, atEnd.index).trimEnd();
    const button = `<p>${linkTo(address as Address, language)}</p>`;
    return words === '' ? button : `<p>${withLinks(words, language)}</p>\n${button}`;
  }
  const [follows, leads] = [isPlain(before), isPlain(after)];
  const place = follows && leads ? 'amid' : follows ? 'last' : leads ? 'first' : null;
  const look = place ? ` class="${place}" style="${margins[place]}"` : '';
  return `<p${look}>${withLinks(line, language)}</p>`;
}

const margins = { first: 'margin-bottom:4px', amid: 'margin:4px 0', last: 'margin-top:4px' };

function isPlain(line: string | undefined): boolean {
  return line !== undefined && line !== '' && !addressAtEnd.test(line);
}

function withLinks(html: string, language: Language): string {
  let isInLink = false;
  return html
    .split(tag)
    .map((part) => {
      if (linkTag.test(part)) isInLink = !part.startsWith('</');
      return isInLink || part.startsWith('<') ? part : linkText(part, language);
    })
    .join('');
}

function linkText(text: string, language: Language): string {
  return text.replace(addressInText, (found, address: Address | undefined) => {
    if (address) return linkTo(address, language);
    return `<a href="${found.includes('://') ? '' : 'mailto:'}${found}">${found}</a>`;
  });
}

function linkTo(address: Address, language: Language): string {
  return `<a href="{{${address}}}">${mailWords[language].given.links[address]}</a>`;
}

function isBalanced(line: string): boolean {
  return (line.match(/<[a-z]/gi)?.length ?? 0) === (line.match(/<\//g)?.length ?? 0);
}
