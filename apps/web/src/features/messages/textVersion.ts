import { parseForeignHtml } from '../../ui/foreignHtml.ts';

const blocks = /^(?:p|div|h[1-6]|ul|ol|table|blockquote|tr|hr|section|article)$/;

/** The words of an HTML text as a mail program without HTML shows them: links stand behind their words. */
export function textVersion(html: string): string {
  return textOf(parseForeignHtml(html).source.body)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function textOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? '').replace(/\s+/g, ' ');
  if (!(node instanceof Element)) return '';
  const name = node.localName;
  const inside = [...node.childNodes].map(textOf).join('');
  if (name === 'br') return '\n';
  if (name === 'li') return `\n- ${inside.trim()}`;
  if (name === 'a') return withAddress(inside, node.getAttribute('href') ?? '');
  return blocks.test(name) ? `\n\n${inside}\n\n` : inside;
}

function withAddress(words: string, address: string): string {
  return address === '' || address === words.trim() ? words : `${words} <${address}>`;
}
