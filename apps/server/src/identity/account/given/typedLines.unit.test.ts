import { expect, test } from 'vitest';
import { toPlainText } from '../../../mail/richText/plainText.ts';
import { layOutLines } from './typedLines.ts';

const button = (name: string, words: string) => `<p><a href="{{${name}}}">${words}</a></p>`;

test('lines become paragraphs, and an address of the portal at the end of one a button', () => {
  const typed = [
    'Bonjour {{firstName}},',
    '',
    'Nom : {{email}}',
    'Programme : DC',
    '',
    'Entrez ici : {{loginUrl}}',
    '{{setPasswordUrl}}',
    '',
    '',
    'À bientôt',
  ];
  for (const end of ['\n', '\r\n'])
    expect(layOutLines(typed.join(end), 'fr').split('\n')).toEqual([
      '<p>Bonjour {{firstName}},</p>',
      '<p class="first" style="margin-bottom:4px">Nom : {{email}}</p>',
      '<p class="last" style="margin-top:4px">Programme : DC</p>',
      '<p>Entrez ici :</p>',
      button('loginUrl', 'Ouvrir une session'),
      button('setPasswordUrl', 'Choisir mon mot de passe'),
      '<p>À bientôt</p>',
    ]);
});

test.each([
  [
    'Voir https://uni.ca/a?b=1&amp;c=2.',
    'Voir <a href="https://uni.ca/a?b=1&amp;c=2">https://uni.ca/a?b=1&amp;c=2</a>.',
  ],
  ['(http://uni.ca)', '(<a href="http://uni.ca">http://uni.ca</a>)'],
  ['Écrivez à aide@uni.ca, merci', 'Écrivez à <a href="mailto:aide@uni.ca">aide@uni.ca</a>, merci'],
  ['Par {{loginUrl}} ou non', 'Par <a href="{{loginUrl}}">Sign in</a> ou non'],
  ['<a href="https://uni.ca">https://uni.ca</a>', '<a href="https://uni.ca">https://uni.ca</a>'],
  ['<a href="{{confirmUrl}}">ici</a>', '<a href="{{confirmUrl}}">ici</a>'],
])('an address in a line is a link: %s', (typed, inside) => {
  expect(layOutLines(typed, 'en')).toBe(`<p>${inside}</p>`);
});

test('consecutive lines stay so in the plain text', () => {
  const typed = 'Bonjour\n\nNom : Zoé\nProgramme : DC\nAn : 2\n\nAu revoir';
  expect(toPlainText(layOutLines(typed, 'fr'))).toBe(typed);
});

test('HTML stays as it is but for addresses outside of links', () => {
  const html = '<p>Un\ndeux</p><p>{{confirmUrl}}</p><ul><li><a href="{{loginUrl}}">x</a></li></ul>';
  expect(layOutLines(html, 'fr')).toBe(
    html.replace('{{confirmUrl}}', '<a href="{{confirmUrl}}">Confirmer mon adresse</a>'),
  );
});

test('a tag that spans lines is not cut in two', () => {
  expect(layOutLines('<b>un\ndeux</b>\ntrois', 'fr')).toBe('<p><b>un<br>deux</b><br>trois</p>');
});

test.each([
  ['blanks between two letters', `a${' '.repeat(99_000)}b`],
  ['one word', 'a'.repeat(99_000)],
  ['half addresses', 'a@'.repeat(49_000)],
  ['addresses without an end', 'http://.'.repeat(12_000)],
])('lays out a line of %s in no time', (_what, line) => {
  const began = performance.now();
  layOutLines(line, 'fr');
  expect(performance.now() - began).toBeLessThan(500);
});
