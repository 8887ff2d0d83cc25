import { parseForeignHtml } from '../../../../ui/html/foreignHtml.ts';

const breaking = 'p, h1, h2, h3, h4, li, blockquote, tr, hr, div';

/** The plain text of rich text, one line per paragraph, item or row; a link's address follows its text. */
export function readVisibleText(html: string): string {
  const { body } = parseForeignHtml(html).source;
  for (const link of body.querySelectorAll('a[href]')) {
    const address = link.getAttribute('href') ?? '';
    if (address !== link.textContent) link.append(` <${address}>`);
  }
  for (const cell of body.querySelectorAll('td, th')) cell.append('\t');
  for (const line of body.querySelectorAll('br')) line.replaceWith('\n');
  for (const block of body.querySelectorAll(breaking)) {
    block.before('\n');
    block.after('\n');
  }
  return (body.textContent ?? '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
}
