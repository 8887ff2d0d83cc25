import { expect, it } from 'vitest';
import { html } from './html.ts';

it('escapes inserted values, in text and in quoted attributes', () => {
  const name = `<script>alert("1 & 2")</script>'`;
  expect(html`<p title="${name}">${name}</p>`.toString()).toBe(
    `<p title="&#60;script&#62;alert(&#34;1 &#38; 2&#34;)&#60;/script&#62;&#39;">` +
      `&#60;script&#62;alert(&#34;1 &#38; 2&#34;)&#60;/script&#62;&#39;</p>`,
  );
});

it('inserts its own results unescaped, in lists too, and omits absent values', () => {
  const rows = ['a', '<b>'].map((text) => html`<li>${text}</li>`);
  expect(html`<ul>${rows}</ul>${null}${false}${0}`.toString()).toBe(
    '<ul><li>a</li><li>&#60;b&#62;</li></ul>0',
  );
});

it('rejects an object that only resembles its results', () => {
  const forged = [{ toString: () => '<img src=x onerror=alert(1)>' }];
  expect(() => html`${forged as never}`).toThrow(TypeError);
});
