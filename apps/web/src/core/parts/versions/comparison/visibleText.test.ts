import { expect, test } from 'vitest';
import { readVisibleText } from './Comparison.tsx';

test.each([
  ['<p>Un</p>\n<p>Deux&nbsp;<b>trois</b></p>', 'Un\nDeux trois'],
  ['Un<br>deux', 'Un\ndeux'],
  ['<ul><li>a</li><li>b</li></ul>', 'a\nb'],
  ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc'],
  ['<p><a href="https://uni.ca">ici</a></p>', 'ici <https://uni.ca>'],
  ['<p><a href="{{loginUrl}}">{{loginUrl}}</a></p>', '{{loginUrl}}'],
  ['', ''],
])('%s reads %j', (html, text) => {
  expect(readVisibleText(html)).toBe(text);
});
