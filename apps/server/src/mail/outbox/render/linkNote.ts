import { fillParams } from '@guichet/contract/core/errors';
import type { Language } from '@guichet/contract/core/language';
import { mailWords } from '../../texts/texts.service.ts';

/**
 * The last day of the link to a first password, in the footer of a text with such a link. Only people who get
 * the link see the note: people with a password get the same mail without the note.
 */
const mark = '{{linkNote}}';

/** The marks around the words of a paragraph with the link, in place of which people without the link read another text. */
const start = '{{linkStart}}';
const end = '{{linkEnd}}';

const style = 'margin:24px 0 14px;font-size:14px;color:#575c6b';

/** Marks the paragraphs that end in a link to a first password, and appends the placeholder of the note. */
export function withLinkNote(body: string): string {
  if (!hasSecretLink(body)) return body;
  return `${withMarks(body)}\n${smallPrint(mark)}`;
}

/** A paragraph of the portal's own beneath an author's text. */
export function smallPrint(words: string): string {
  return `<p class="muted" style="${style}">${words}</p>`;
}

function withMarks(body: string): string {
  return inLinkParagraphs(body, (words) => start + words + end);
}

export function withoutLinkWords(body: string): string {
  return inLinkParagraphs(body, () => '');
}

function inLinkParagraphs(body: string, change: (words: string) => string): string {
  const paragraphs = body.split(/(?=<p[ >])/);
  return paragraphs
    .map((part) => {
      const close = part.indexOf('</p>');
      const open = part.indexOf('>') + 1;
      if (close < open || !endsInLink(part.slice(open, close))) return part;
      return part.slice(0, open) + change(part.slice(open, close)) + part.slice(close);
    })
    .join('');
}

/** Whether the last line of a paragraph is the link alone: one within a sentence stays, with what else is said there. */
function endsInLink(words: string): boolean {
  const line = words
    .slice(words.lastIndexOf('<br />') + 1)
    .replace(/^br \/>/, '')
    .trim();
  if (line === '{{setPasswordUrl}}') return true;
  return (
    line.startsWith('<a href="{{setPasswordUrl}}">') && line.indexOf('</a>') === line.length - '</a>'.length
  );
}

/**
 * Who reads the mail: the last day of their link in words, if they get one; else why they read other words in its place: they
 * have a password, or the mail may not hold the link that they may need.
 */
export interface LinkReader {
  readonly until: string | undefined;
  readonly instead: 'hasPassword' | 'asksForLink' | null;
}

/** Fills the note and the marked paragraphs into a frozen mailing, HTML or text; without a date the note is removed. */
export function fillLinkNote(
  frozen: string,
  language: Language,
  { until, instead }: LinkReader,
  form: 'html' | 'text',
): string {
  const { linkNote, ...words } = mailWords[language].frame;
  const told = instead
    ? withOtherWords(frozen, (button) => {
        const other = words[instead][form];
        if (instead !== 'asksForLink' || !button) return other;
        return other.replace(/<a [^<>]*>/, button.replace('{{setPasswordUrl}}', '{{loginUrl}}'));
      })
    : frozen;
  const noted = withoutMarks(told);
  if (until !== undefined) return noted.replace(mark, fillParams(linkNote, { day: until }));
  return noted.replace(/(?<!\s)\s*(?:<p class="muted"[^<>]*>)?\{\{linkNote\}\}(?:<\/p>)?/, '');
}

export function withoutMarks(frozen: string): string {
  return frozen.replaceAll(start, '').replaceAll(end, '');
}

/** The first marked paragraph has the other words, made from the start of its button; the others are removed with theirs. */
function withOtherWords(frozen: string, otherFor: (button: string | undefined) => string): string {
  const [before = '', ...parts] = frozen.split(start);
  return parts.reduce((text, part, at) => {
    const after = part.slice(part.indexOf(end) + end.length);
    if (at === 0)
      return text + otherFor(/<a class=[^<>]*>/.exec(part.slice(0, part.indexOf(end)))?.[0]) + after;
    return text.replace(/<p[^<>]*>$/, '').trimEnd() + after.replace(/^<\/p>/, '');
  }, before);
}

function hasSecretLink(body: string): boolean {
  return body.includes('{{setPasswordUrl}}');
}
