import { expect, test } from 'vitest';
import { type LetterDraft, toLetter } from './letterDraft.ts';

const draft: LetterDraft = {
  subjectFr: '',
  bodyFr: '<p>Bonjour {{firstName}} {{lastName}},</p><p>\u00a0</p><p>{{systemTitle}}</p>',
  subjectEn: '',
  bodyEn: '<p>Hello {{firstName}} {{lastName}},</p><p><br></p><p><br></p><p>{{systemTitle}} </p>',
  audience: 'all',
  people: [],
  withoutUnknown: false,
  isLater: false,
  day: '',
  hour: 14,
};

test('a text that was typed over and back is none, whatever blanks the editor has left', () => {
  expect(toLetter(draft)).toMatchObject({ bodyFr: '', bodyEn: '' });
  const bodyFr = `${draft.bodyFr}<p>Apportez une pièce d’identité.</p>`;
  expect(toLetter({ ...draft, bodyFr }).bodyFr).toBe(bodyFr);
});
