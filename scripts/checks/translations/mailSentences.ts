import { parseSync, Visitor } from 'oxc-parser';
import { readServerTexts } from './serverTexts.ts';

/** The districts whose code makes mails, and what else of them holds words in two languages, each with its reason. */
const mailing = /^apps\/server\/src\/(?:mail|identity|exams|overview)\//;
const exceptions: ReadonlyMap<string, string> = new Map([
  ['apps/server/src/identity/users/info/userInfo.ts', 'a mark in a list of the page'],
]);

/** A placeholder of mails, or a paragraph. */
const mailMark = /\{\{\w+\}\}|<(?:p|li|strong)[ >]/;
/** Two words in a row, once tags and placeholders are gone. */
const twoWords = /\p{L}{2,}[\s,]+\p{L}{2,}/u;

/** Sentences of mails in a source file: they belong into the two text files of the server. */
export function* findMailSentences(path: string, source: string): Iterable<string> {
  if (!mailing.test(path) || exceptions.has(path)) return;
  const fault = (line: number, text: string) =>
    `${path}:${line}: “${text}” stands in the code: give it a key in apps/server/src/mail/texts/`;
  for (const { line, text } of readServerTexts(path, source)) yield fault(line, text);
  const found: string[] = [];
  const look = (text: string, start: number) => {
    const words = text.replace(/<[^>]*>|\{\{\w+\}\}/g, ' ').trim();
    if (mailMark.test(text) && twoWords.test(words))
      found.push(fault(source.slice(0, start).split('\n').length, words.replace(/\s+/g, ' ')));
  };
  new Visitor({
    Literal: ({ value, start }) => {
      if (typeof value === 'string') look(value, start);
    },
    TemplateLiteral: ({ quasis, start }) =>
      look(quasis.map(({ value }) => value.cooked ?? '').join(' '), start),
  }).visit(parseSync(path, source).program);
  yield* found;
}
