import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutEmptyLines } from './emptyLines.ts';

const values = { examTitle: 'Hiver', examTime: '', examPlace: '', examInstructions: 'Soyez là.' };

test.each([
  ['a paragraph', '<p>Heures&nbsp;: {{examTime}}.</p>\n<p>Bonjour</p>', '<p>Bonjour</p>'],
  ['a line of one', '<p>A<br>Heures : {{examTime}}<br>B</p>', '<p>A<br>B</p>'],
  ['the first line of one', '<p>Lieu : {{ examPlace }}<br />B</p>', '<p>B</p>'],
  ['the last line of one', '<p>A<br><strong>Heures :</strong> {{examTime}}</p>', '<p>A</p>'],
  ['both lines of one', '<p>Heures : {{examTime}}<br>Lieu : {{examPlace}}</p><p>B</p>', '<p>B</p>'],
  ['a line with two of them', '<p>{{examTime}}, {{examPlace}}</p><p>B</p>', '<p>B</p>'],
  ['an item', '<ul><li>{{examTitle}}</li><li>à {{examTime}}</li></ul>', '<ul><li>{{examTitle}}</li></ul>'],
  ['the only item, and its list', '<p>A</p><ul><li>à {{examTime}}</li></ul>', '<p>A</p>'],
  [
    'a row, with the cell of its name',
    '<table><tbody><tr><td>Examen</td><td>{{examTitle}}</td></tr><tr><th>Lieu</th><td>{{examPlace}}</td></tr></tbody></table>',
    '<table><tbody><tr><td>Examen</td><td>{{examTitle}}</td></tr></tbody></table>',
  ],
  [
    'a line inside what goes on in the next',
    '<p><strong>Heures : {{examTime}}<br>Fin</strong></p>',
    '<p><strong>Fin</strong></p>',
  ],
])('%s whose placeholders are all empty is gone', (_what, html, left) => {
  expect(withoutEmptyLines(html, values)).toBe(left);
});

test.each([
  ['a line with a value beside', '<p>{{examTitle}}, à {{examTime}}</p>'],
  ['a name of each person', '<p>{{firstName}} : {{examTime}}</p>'],
  ['a line without placeholder', '<p>Heures :</p><p>&nbsp;</p><p></p><p><br></p>'],
  ['a link', '<p><a href="{{setPasswordUrl}}">Choisir</a></p>'],
  ['an unknown placeholder', '<p>{{examtime}} {{constructor}}</p>'],
])('%s stays', (_what, html) => {
  expect(withoutEmptyLines(html, values)).toBe(html);
});

test('empty paragraphs of the author stay where a line beside them goes', () => {
  expect(withoutEmptyLines('<p></p><p>{{examTime}}</p><p>&nbsp;</p>', values)).toBe('<p></p><p>&nbsp;</p>');
});

test('no tag is left open, and no line with a value is lost', () => {
  const word = fc.constantFrom('mot ', '{{examTime}}', '{{examPlace}}', '{{examTitle}}', '<br>');
  const line = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(''));
  const inline = fc.oneof(
    line,
    line.map((text) => `<strong>${text}</strong>`),
    line.map((text) => `a <em>${text}</em>`),
  );
  const block = fc.oneof(
    inline.map((text) => `<p>${text}</p>`),
    fc
      .array(inline, { minLength: 1, maxLength: 3 })
      .map((items) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`),
  );
  fc.assert(
    fc.property(fc.array(block, { maxLength: 5 }), (blocks) => {
      const html = blocks.join('\n');
      const left = withoutEmptyLines(html, values);
      const count = (text: string, part: RegExp) => text.match(part)?.length ?? 0;
      expect(count(left, /<\w/g) - count(left, /<br/g)).toBe(count(left, /<\//g));
      expect(count(left, /\{\{examTitle\}\}/g)).toBe(count(html, /\{\{examTitle\}\}/g));
    }),
  );
});
