import { expect, test } from 'vitest';
import { findMessageGap, lacksPasswordLink, languageSent } from './messages.gaps.ts';

const [early, late] = ['2027-01-11T15:00:00Z', '2027-01-11T15:01:00Z'];
const at = (savedAt: string | null, comparedTo: string | null = null) => ({
  subject: 'a',
  body: '<p>b</p>',
  savedAt: savedAt === null ? null : new Date(savedAt),
  comparedTo: comparedTo === null ? null : new Date(comparedTo),
});
const empty = { subject: '', body: '', savedAt: null, comparedTo: null };

test.each([
  ['both never saved', at(null), at(null), null],
  ['saved together', at(early), at(early), null],
  ['the English one saved later', at(early), at(late), 'olderFr'],
  ['the French one compared to it', at(early, late), at(late), null],
  ['the English one written beside it', at(early), at(late, early), null],
  ['the French one compared to an earlier one', at(early, early), at(late), 'olderFr'],
  ['the first edit of the French one', at(early), at(null), 'olderEn'],
  ['the first edit of the English one', at(null), at(early), 'olderFr'],
  ['the French one empty', empty, at(early), 'emptyFr'],
] as const)('%s', (_what, fr, en, gap) => {
  expect(findMessageGap({ fr, en })).toBe(gap);
});

test.each([
  ['the words alone', '<p>Bonjour</p>', true],
  ['the link to sign in', '<p><a href="{{loginUrl}}">{{loginUrl}}</a></p>', true],
  ['the name without its braces', '<p>setPasswordUrl</p>', true],
  ['another name that ends so', '<p>{{unsetPasswordUrl}}</p>', true],
  ['no word at all', '<p>&nbsp;</p>', false],
  ['the link', '<p><a href="{{setPasswordUrl}}">Choisir</a></p>', false],
  ['the address as text', '<p>{{setPasswordUrl}}</p>', false],
  ['what an editor makes of it', '<p>{{&nbsp;<strong>setPasswordUrl</strong> }}</p>', false],
])('a body of %s', (_what, body, lacks) => {
  expect(lacksPasswordLink({ body })).toBe(lacks);
});

test('readers whose text is empty get the other one, and none where both are', () => {
  const both = { fr: at(null), en: at(null) };
  expect([languageSent(both, 'fr'), languageSent(both, 'en')]).toEqual(['fr', 'en']);
  expect(languageSent({ ...both, en: empty }, 'en')).toBe('fr');
  expect(languageSent({ fr: empty, en: empty }, 'fr')).toBeNull();
});
