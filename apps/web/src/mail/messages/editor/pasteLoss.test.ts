import type { Editor } from 'hugerte';
import { expect, test } from 'vitest';
import { type PasteLoss, watchPastes } from './pasteLoss.ts';

/** The losses found in a paste of HTML and of files of some types. */
function losses(html: string, ...types: readonly string[]): readonly PasteLoss[] {
  let found: readonly PasteLoss[] = ['picture', 'border'];
  const editor = {
    on(event: string, heard: (given: object) => void) {
      const files = types.map((type) => new File(['x'], 'x', { type }));
      if (event === 'paste') heard({ clipboardData: { getData: () => html, files } });
    },
  };
  watchPastes(editor as unknown as Editor, (lost) => {
    found = lost;
  });
  return found;
}

test.each([
  ['a screenshot', '', ['image/png'], ['picture']],
  ['a page with a picture', '<p>Plan <img src="https://example.ca/plan.png"></p>', [], ['picture']],
  ['a Word text with a picture', '<v:imagedata src="file:///C:/x.png"/>', ['image/png'], ['picture']],
  ['a table with an attribute', '<table border="1"><tr><td>A</td></tr></table>', [], ['border']],
  [
    'cells of a spreadsheet, which brings a picture of them',
    '<style>.xl65 {border:.5pt solid windowtext}</style><table border=0><td class=xl65>A</td></table>',
    ['image/png'],
    ['border'],
  ],
  ['cells with a style', '<table><td style="border-top: 1px solid #ccc">A</td></table>', [], ['border']],
  [
    'a table without a border',
    '<table border="0" style="border-collapse: collapse; border: none"></table>',
    [],
    [],
  ],
  ['a framed paragraph', '<p style="border: 1px solid">A</p>', [], []],
  ['a document', '', ['application/pdf'], []],
  ['words', '', [], []],
] as const)('%s', (_what, html, types, lost) => {
  expect(losses(html, ...types)).toEqual(lost);
});
