import { expect, test } from 'vitest';
import { mergeFields } from './mergeFields.ts';

const saved = { title: 'Oral', place: 'Salle 1', start: '09:00', end: '12:00' };

test('a field that I did not touch is theirs, one that I changed mine, and only what both changed is in conflict', () => {
  const mine = { ...saved, title: 'Écrit', start: '10:00', end: '13:00' };
  const theirs = { ...saved, title: 'Examen', place: 'Salle 2', end: '13:00' };
  expect(mergeFields({ saved, mine, theirs })).toEqual({
    merged: { title: 'Écrit', place: 'Salle 2', start: '10:00', end: '13:00' },
    conflicts: ['title'],
    takenOver: ['place'],
  });
});

test('a field that I put back to what it was is not mine', () => {
  expect(mergeFields({ saved, mine: { ...saved }, theirs: { ...saved, title: 'Examen' } })).toEqual({
    merged: { ...saved, title: 'Examen' },
    conflicts: [],
    takenOver: ['title'],
  });
});
