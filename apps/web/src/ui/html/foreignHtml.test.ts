import { expect, test } from 'vitest';
import { writeForeignHtml } from './foreignHtml.ts';

function write(html: string, links: 'open' | 'inert' = 'inert'): HTMLElement {
  const page = document.implementation.createHTMLDocument();
  writeForeignHtml(page, html, links);
  return page.body;
}

test('inline styles apply, though none is in the HTML', () => {
  const body = write(
    '<body style="margin: 3px"><p STYLE="color: red" title="a style = b">Bonjour</p></body>',
  );
  expect(body.style.margin).toBe('3px');
  expect(body.querySelector('p')?.style.color).toBe('red');
});

test('active content is removed', () => {
  const body = write(
    '<p onclick="x()">a</p><img src="data:," onerror="x()"><script>x()</script><form><input></form><iframe></iframe>' +
      '<base href="https://evil.example"><meta http-equiv="refresh" content="0"><link rel="stylesheet" href="/x">',
  );
  expect(body.innerHTML).toBe('<p>a</p><img src="data:,">');
});

test('links do nothing, or open a window without an opener; a link without its secret is pale and does nothing', () => {
  const html = '<a href="https://exemple.ca/x">ici</a>';
  expect(write(html).querySelector('a')?.hasAttribute('href')).toBe(false);
  const open = write(html, 'open').querySelector('a');
  expect([open?.target, open?.rel, open?.href]).toEqual([
    '_blank',
    'noopener noreferrer',
    'https://exemple.ca/x',
  ]);
  const masked = write('<a href="https://exemple.ca/reset-password?t=«…»&u=a">ici</a>', 'open').querySelector(
    'a',
  );
  expect([masked?.hasAttribute('href'), masked?.style.opacity]).toEqual([false, '0.45']);
});
