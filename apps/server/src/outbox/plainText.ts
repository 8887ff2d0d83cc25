import { convert } from 'html-to-text';

const headings = ['h1', 'h2', 'h3', 'h4'];

/** The text part of a mail, made of its HTML: links stand behind their words, placeholders stay as they are. */
export function plainTextOf(html: string): string {
  return convert(html, {
    // Mail programs fold long lines themselves, and a link must not be cut.
    wordwrap: false,
    selectors: [
      ...headings.map((selector) => ({ selector, options: { uppercase: false } })),
      { selector: 'a', options: { linkBrackets: ['<', '>'], hideLinkHrefIfSameAsText: true } },
      { selector: 'ul', options: { itemPrefix: '- ' } },
      { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
    ],
  }).trim();
}
