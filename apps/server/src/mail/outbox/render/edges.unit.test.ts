import { expect, test } from 'vitest';
import { withoutEmptyEdges } from './emptyLines.ts';

test.each([
  [
    '<p>&nbsp;</p>\n<p><br /></p><p>A</p>\n<p></p><p>B</p>\n<p>\u00a0</p>\n<p class="x"> </p>\n',
    '<p>A</p>\n<p></p><p>B</p>',
  ],
  ['<p>A</p>\n<p>B</p>', '<p>A</p>\n<p>B</p>'],
  ['<p>&nbsp;</p><ul><li>A</li></ul>', '<ul><li>A</li></ul>'],
  ['<blockquote><p>A</p><p></p></blockquote>', '<blockquote><p>A</p><p></p></blockquote>'],
  ['<p><img src="a" /></p>', '<p><img src="a" /></p>'],
  ['<p>&nbsp;</p>', ''],
])('%s is sent without the empty paragraphs at its ends', (body, sent) => {
  expect(withoutEmptyEdges(body)).toBe(sent);
});
