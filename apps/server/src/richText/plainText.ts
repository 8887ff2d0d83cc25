import { createRequire } from 'node:module';

// Loaded with the first mail that is written: the start of the server does not wait for it.
const require = createRequire(import.meta.url);
const loadConverter = () => require('html-to-text') as typeof import('html-to-text');

const headings = ['h1', 'h2', 'h3', 'h4'];

/** The text part of a mail, made of its HTML: links stand behind their words, placeholders stay as they are. */
export function plainTextOf(html: string): string {
  return loadConverter()
    .convert(html, {
      // Mail programs fold long lines themselves, and a link must not be cut.
      wordwrap: false,
      selectors: [
        ...headings.map((selector) => ({ selector, options: { uppercase: false } })),
        { selector: 'a', options: { linkBrackets: ['<', '>'], hideLinkHrefIfSameAsText: true } },
        // Lines that were typed one under the other.
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
