import { expect, test } from 'vitest';
import { cutPreheader } from './greeting.ts';

test('a preheader ends between words and not inside a placeholder', () => {
  expect(cutPreheader(`${'mot '.repeat(40)}{{setPasswordUrl}}`).length).toBeLessThanOrEqual(140);
  expect(cutPreheader('voici <{{setPasswordUrl}}> la suite de {{firstName}}')).toBe(
    'voici la suite de {{firstName}}',
  );
});

test.each([
  ['Bonjour {{firstName}} {{lastName}},\n\nVotre inscription', 'Votre inscription'],
  ['Bonjour, {{firstName}},\n\nVotre inscription', 'Votre inscription'],
  ['Bonjour M. {{lastName}}, votre inscription', 'votre inscription'],
  ['Bonjour {{ firstName }}\n\nVotre inscription', 'Votre inscription'],
  ['Madame, Monsieur,\n\nVotre inscription', 'Votre inscription'],
  ['Chères candidates, chers candidats,\n\nVotre inscription', 'Votre inscription'],
  ['Hello {{firstName}}! Your exam', 'Your exam'],
  ['Dear {{firstName}}:\n\nYour exam', 'Your exam'],
  ['Bonjour,\n\nLieu\u00A0: salle \n 4', 'Lieu\u00A0: salle 4'],
])('the preheader of “%s” begins after the greeting', (text, words) => {
  expect(cutPreheader(text)).toBe(words);
});

test.each([
  'Monsieur Roy vous attend à la salle 4, à 9 h.',
  'Dearborn, salle 4.',
  'Chérine Roy répond à vos questions.',
])('“%s” is no greeting and stays', (text) => {
  expect(cutPreheader(text)).toBe(text);
});

test('a text that only greets has none', () => {
  expect(cutPreheader('Bonjour {{firstName}},')).toBe('');
});
