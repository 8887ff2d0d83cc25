import { expect, test } from 'vitest';
import { fillLinkNote, withLinkNote } from './linkNote.ts';

const invited = (until: string | undefined) => ({ until, instead: null });
const knows = { until: undefined, instead: 'hasPassword' as const };

test('the note is filled, or removed with the blanks before it', () => {
  const body = withLinkNote('<p>{{setPasswordUrl}}</p>');
  expect(fillLinkNote(body, 'fr', invited('3 mai'), 'html')).toContain('au plus tard le 3 mai.');
  expect(fillLinkNote(`${body}<p>b</p>`, 'fr', invited(undefined), 'html')).toBe(
    '<p>{{setPasswordUrl}}</p><p>b</p>',
  );
  expect(fillLinkNote('a\n\n{{linkNote}}\nb', 'fr', invited(undefined), 'text')).toBe('a\nb');
});

test('who has a password reads that it still works, once, in place of the paragraphs with the link', () => {
  const link = '<a href="{{setPasswordUrl}}">Choisir</a>';
  const body = withLinkNote(
    `<p>Bonjour</p>\n<p style="text-align: center">Une chose à faire.<br />${link}</p>\n<p>Lieu</p>\n<p>${link}</p>\n<p>Bon examen</p>`,
  );
  const told = fillLinkNote(body, 'fr', knows, 'html');
  expect(told).toMatch(
    /^<p>Bonjour<\/p>\n<p style="text-align: center">Votre mot de passe pour le portail fonctionne toujours[^{]*<a href="\{\{setPasswordUrl\}\}">Vous l’avez oublié\?<\/a><\/p>\n<p>Lieu<\/p>\n<p>Bon examen<\/p>$/,
  );
  expect(fillLinkNote(body, 'fr', invited('3 mai'), 'html')).toContain(
    `<p style="text-align: center">Une chose à faire.<br />${link}</p>`,
  );
  const text =
    'Hello\n\n{{linkStart}}Choose {{setPasswordUrl}}{{linkEnd}}\n\nRoom\n\n{{linkStart}}Again{{linkEnd}}\n\nBye';
  expect(fillLinkNote(text, 'en', knows, 'text')).toBe(
    'Hello\n\nYour password for the portal still works: you do not have to choose one. Forgot it? {{setPasswordUrl}}\n\nRoom\n\nBye',
  );
});

test.each([
  '<p>Bonjour, apportez une carte. <a href="{{setPasswordUrl}}">Choisir</a> Merci</p>',
  '<p>Salle 12<br /><a href="{{setPasswordUrl}}">Choisir</a> ou <a href="{{loginUrl}}">entrer</a></p>',
  '<ul><li><a href="{{setPasswordUrl}}">Choisir</a></li></ul>',
])('a link beside other words stays with them: %s', (body) => {
  expect(fillLinkNote(withLinkNote(body), 'fr', knows, 'html')).toBe(body);
});

test('a text of blanks is looked through in time', () => {
  const blanks = `<p>a</p>${' '.repeat(190_000)}<p>b</p>`;
  const began = performance.now();
  expect(fillLinkNote(blanks, 'fr', invited(undefined), 'html')).toBe(blanks);
  expect(performance.now() - began).toBeLessThan(500);
});
