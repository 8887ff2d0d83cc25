import { expect, test } from 'vitest';
import { placeAfterGreeting } from './greeting.ts';

test.each([
  ['<p>Bonjour {{firstName}},</p>\n<p>Texte</p>', '<p>Bonjour {{firstName}},</p>LA\n<p>Texte</p>'],
  [
    '<p>Hello <strong>{{firstName}}</strong></p><p>Text</p>',
    '<p>Hello <strong>{{firstName}}</strong></p>LA<p>Text</p>',
  ],
  [
    '<h2>Convocation</h2><p>Madame, Monsieur,</p><p>Texte</p>',
    '<h2>Convocation</h2><p>Madame, Monsieur,</p>LA<p>Texte</p>',
  ],
  ['<p></p><p>Bonjour,</p>', '<p></p><p>Bonjour,</p>LA'],
  ['<p>Bonjour {{firstName}}, voici la suite.</p>', 'LA<p>Bonjour {{firstName}}, voici la suite.</p>'],
  ['<p>Texte</p><p>Bonjour,</p>', '<p>Texte</p><p>Bonjour,</p>LA'],
  ['<p>1</p><p>2</p><p>3</p><p>Bonjour,</p>', 'LA<p>1</p><p>2</p><p>3</p><p>Bonjour,</p>'],
])('“%s” has the block after its greeting, or else before it', (text, placed) => {
  expect(placeAfterGreeting(text, 'LA', 'html')).toBe(placed);
});

test('a plain text has the block between two empty lines', () => {
  expect(placeAfterGreeting('Bonjour Zoé,\n\nTexte\n\nFin', 'LA\n\n', 'text')).toBe(
    'Bonjour Zoé,\n\nLA\n\nTexte\n\nFin',
  );
  expect(placeAfterGreeting('Texte', 'LA\n\n', 'text')).toBe('LA\n\nTexte');
});
