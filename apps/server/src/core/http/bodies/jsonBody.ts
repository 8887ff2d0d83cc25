import type { FastifyInstance } from 'fastify';
import { AppError } from '../../runtime/errors.ts';

/** The most commas, colons and opening brackets; the longest valid body holds two lists of 5,000 numbers. */
const mostMarks = 10_100;

/** Parses JSON after a check of its structure: brackets alone take many times as long to parse as text. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (hasTooMuchStructure(text as string)) done(new AppError('request.unreadable'));
    else void parse(request, text as string, done);
  });
}

/** Counts structural characters outside of strings. */
function hasTooMuchStructure(text: string): boolean {
  let marks = 0;
  for (let at = 0; at < text.length && marks <= mostMarks; at++) {
    const sign = text[at];
    if (sign === '"') at = endOfQuote(text, at);
    else if (sign === ',' || sign === ':' || sign === '[' || sign === '{') marks += 1;
  }
  return marks > mostMarks;
}

/** The index of the closing quote: the next quote after an even number of backslashes. */
function endOfQuote(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let strokes = 0;
    while (text[at - 1 - strokes] === '\\') strokes += 1;
    if (strokes % 2 === 0) return at;
  }
  return text.length;
}
