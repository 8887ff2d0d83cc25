import { expect, test } from 'vitest';
import { fillLinkNote, withLinkNote } from './linkNote.ts';

test('the note is filled, or removed with the blanks before it', () => {
  const body = withLinkNote('<p>{{setPasswordUrl}}</p>');
  expect(fillLinkNote(body, 'fr', '3 mai')).toContain('au plus tard le 3 mai.');
  expect(fillLinkNote(`${body}<p>b</p>`, 'fr', undefined)).toBe('<p>{{setPasswordUrl}}</p><p>b</p>');
  expect(fillLinkNote('a\n\n{{linkNote}}\nb', 'fr', undefined)).toBe('a\nb');
});

test('a text of blanks is looked through in time', () => {
  const blanks = `<p>a</p>${' '.repeat(190_000)}<p>b</p>`;
  const began = performance.now();
  expect(fillLinkNote(blanks, 'fr', undefined)).toBe(blanks);
  expect(performance.now() - began).toBeLessThan(500);
});
