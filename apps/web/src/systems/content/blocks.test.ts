import type { WrittenContent } from '@guichet/contract/systems/content';
import { expect, test } from 'vitest';
import { describePairing, makeBlocks } from './blocks.ts';

function item(label: string, languageId: 'fr' | 'en', content: string, minute = 0): WrittenContent {
  return { systemId: 3, label, languageId, content, savedAt: new Date(Date.UTC(2027, 0, 11, 10, minute)) };
}

test('S2.60 there is one block per label: those of sign-in first, then those of the system, then new ones', () => {
  const items = [
    item('Zone', 'fr', 'z'),
    item('TechDiff', 'fr', ''),
    item('Aide', 'en', 'a'),
    item('Title', 'en', 'DC Exams'),
    item('Title', 'fr', 'Examens DC'),
  ];
  const blocks = makeBlocks(items, ['Import.Success', 'Aide']);
  expect(blocks.map(({ label }) => label)).toEqual(['Title', 'TechDiff', 'Aide', 'Import.Success', 'Zone']);
  expect(blocks[0]).toMatchObject({ fr: { text: 'Examens DC' }, en: { text: 'DC Exams' } });
  expect(blocks[2]).toMatchObject({ fr: { text: '', savedAt: null }, en: { text: 'a' } });
});

test.each([
  ['', '', 0, { kind: 'empty' }],
  ['a', '', 0, { kind: 'missing', language: 'en' }],
  ['', 'b', 0, { kind: 'missing', language: 'fr' }],
  ['a', 'b', 0, { kind: 'even' }],
  ['a', 'b', 5, { kind: 'older', language: 'fr' }],
  ['a', 'b', -5, { kind: 'older', language: 'en' }],
])('French %j and English %j, %i minutes later, stand as %j', (fr, en, minutes, pairing) => {
  const [block] = makeBlocks([item('Title', 'fr', fr, 10), item('Title', 'en', en, 10 + minutes)]);
  expect(block && describePairing(block)).toEqual(pairing);
});
