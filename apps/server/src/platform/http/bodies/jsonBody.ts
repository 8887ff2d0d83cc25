import type { FastifyInstance } from 'fastify';
import { AppError } from '../../runtime/errors.ts';

/** More commas, colons and brackets than any body means: the longest list that is taken holds 1,000 numbers. */
const mostMarks = 5000;

/** Reads JSON, but not for its structure's sake: parsing a body that is nothing else takes many times as long as text does. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (hasTooMuchStructure(text as string)) done(new AppError('request.unreadable'));
    else void parse(request, text as string, done);
  });
}

/** Counts what stands outside of quotes, which may hold anything. */
function hasTooMuchStructure(text: string): boolean {
  let marks = 0;
  for (let at = 0; at < text.length && marks <= mostMarks; at++) {
    const sign = text[at];
    if (sign === '"') at = endOfQuote(text, at);
    else if (sign === ',' || sign === ':' || sign === '[' || sign === '{') marks += 1;
  }
  return marks > mostMarks;
}

/** Where a quoted text ends: at the next quote that has no odd number of strokes before it. */
function endOfQuote(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let strokes = 0;
    while (text[at - 1 - strokes] === '\\') strokes += 1;
    if (strokes % 2 === 0) return at;
  }
  return text.length;
}
