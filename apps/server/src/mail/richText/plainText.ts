import { createRequire } from 'node:module';

// Loaded lazily, to keep the server's start short.
const require = createRequire(import.meta.url);
const loadConverter = () => require('html-to-text') as typeof import('html-to-text');

/** The converter lays out every column and row: a text from before `cleanBody` limited them may have 10⁸. */
const manySpanned = / (?:col|row)span="\d{3,}"/g;

const headings = ['h1', 'h2', 'h3', 'h4'];

/** The plain-text part of a mail from its HTML: link targets follow their text, placeholders are kept. */
export function toPlainText(html: string): string {
  return loadConverter()
    .convert(html.replace(manySpanned, ''), {
      // Mail programs fold long lines themselves, and a link must not be cut.
      wordwrap: false,
      selectors: [
        ...headings.map((selector) => ({ selector, options: { uppercase: false } })),
        { selector: 'a', options: { linkBrackets: ['<', '>'], hideLinkHrefIfSameAsText: true } },
        // Consecutive typed lines stay together.
        {
          selector: 'p.first',
          format: 'paragraph',
          options: { leadingLineBreaks: 2, trailingLineBreaks: 1 },
        },
        { selector: 'p.amid', format: 'paragraph', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
        { selector: 'p.last', format: 'paragraph', options: { leadingLineBreaks: 1, trailingLineBreaks: 2 } },
        { selector: 'ul', options: { itemPrefix: '- ' } },
        { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
      ],
    })
    .trim();
}
