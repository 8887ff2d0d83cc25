import { expect, test } from 'vitest';
import { findRiddles } from './comments/findRiddles.ts';

const linesOf = (source: string) => findRiddles('a.ts', source).map(({ line }) => line);

test.each([
  ['begins with a pronoun', '/** Those of these mails that have this text. */\nexport const a = 1;', [1]],
  ['begins with “what”', 'export const a = 1;\n// What the platform answered is not there.\n', [2]],
  ['begins with “one of”', '/** One of them. */\nexport const a = 1;', [1]],
  [
    'has a crowd of pronouns over two lines',
    'export const a = 1;\n// A mail knows that it is the one\n// and that those leave.\n',
    [2],
  ],
  ['stands in a block of several lines', '/**\n * Also the mails.\n */\nexport const a = 1;', [1]],
])('a comment that %s is found', (_what, source, lines) => {
  expect(linesOf(source)).toEqual(lines);
});

test.each([
  ['begins with its noun', '/** Mails whose text has changed. */\nexport const a = 1;'],
  ['counts a noun', '/** One row for each candidate. */\nexport const a = 1;'],
  [
    'has pronouns far apart',
    '// A mail that waits is sent once the server answers; until then the list shows it.\n',
  ],
  ['is a text, not a comment', "export const a = '// Those of these';\n"],
])('a comment that %s is none', (_what, source) => {
  expect(linesOf(source)).toEqual([]);
});
