import { placeholders } from '@guichet/contract/messages';
import { expect, test } from 'vitest';
import { fillHtml, fillText, type SampleValues } from './fillSample.ts';
import { textVersion } from './textVersion.ts';

const values = Object.fromEntries(placeholders.map((name) => [name, `<${name}>`])) as SampleValues;

test('every placeholder is filled, and an unknown one stays to be seen', () => {
  expect(fillText('{{firstName}} {{ lastName }} {{nom}}', values)).toBe('<firstName> <lastName> {{nom}}');
});

test('what is filled into a body is text and never HTML', () => {
  expect(fillHtml('<b>{{examTitle}}</b>', values)).toBe('<b>&lt;examTitle&gt;</b>');
});

test('the text version keeps lines, lists and addresses', () => {
  const html =
    '<h2>Bonjour</h2><p>Un   <b>examen</b><br>demain.</p><ul><li>Pièce</li><li>Stylo</li></ul>' +
    '<p><a href="https://exemple.ca/x">Choisir</a> <a href="https://a.ca">https://a.ca</a></p>';
  expect(textVersion(html)).toBe(
    'Bonjour\n\nUn examen\ndemain.\n\n- Pièce\n- Stylo\n\nChoisir <https://exemple.ca/x> https://a.ca',
  );
});
