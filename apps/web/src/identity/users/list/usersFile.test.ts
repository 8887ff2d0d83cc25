import { listedTexts, textsAs } from '@guichet/contract/core/personTexts';
import { expect, test } from 'vitest';
import { someUser } from '../../../testing/samples.ts';
import { chooseColumns } from '../userView.ts';
import { usersFileRows } from './ExportUsers.tsx';

const headings = {
  ...textsAs(listedTexts, (name) => name),
  firstName: 'P',
  lastName: 'N',
  email: 'C',
  studentNumber: 'E',
  role: 'R',
  language: 'G',
  mail: 'M',
  platform: 'L',
  presence: 'T',
  isAttested: 'A',
};
const roleWords = (name: string) => `Candidature – ${name}`;
const presence = { present: 'Présent', absent: 'Absent' };
const languages = { fr: 'Français', en: 'Anglais' };
const words = { headings, languages, says: null, marked: null, presence, roleWords };
const say = (state: string) => ({ word: state.toUpperCase(), tone: 'neutral' as const });

test('the file of an exam has the states as texts, and empty cells without one', () => {
  const users = [someUser({ mailState: 'sent', platformState: null })];
  expect(
    usersFileRows(users, chooseColumns(users), { ...words, says: { mail: say, platform: say } }),
  ).toEqual([
    ['P', 'N', 'C', 'R', 'M', 'L'],
    ['Zoé', 'Côté', 'zoe.cote@exemple.ca', 'Candidature – DC', 'SENT', ''],
  ]);
});

test('the file of a system has no columns for them', () => {
  expect(usersFileRows([], chooseColumns([]), words)).toEqual([['P', 'N', 'C', 'R']]);
});

test('student numbers have a column when somebody has one', () => {
  const users = [someUser({ studentNumber: '0300123' }), someUser({ lastName: null })];
  expect(usersFileRows(users, chooseColumns(users), words)).toEqual([
    ['P', 'N', 'C', 'R', 'E'],
    ['Zoé', 'Côté', 'zoe.cote@exemple.ca', 'Candidature – DC', '0300123'],
    ['Zoé', '', 'zoe.cote@exemple.ca', 'Candidature – DC', ''],
  ]);
});

test('languages have a column when somebody has one', () => {
  const users = [someUser({ language: 'en' }), someUser({ language: 'fr' }), someUser({ language: null })];
  const rows = usersFileRows(users, chooseColumns(users), words);
  expect(rows.map((row) => row.at(-1))).toEqual(['G', 'Anglais', 'Français', '']);
});

test('the check-in has a column when somebody was ticked', () => {
  const at = new Date();
  const ticked = (['present', 'absent'] as const).map((state) =>
    someUser({ presence: { state, at, by: null } }),
  );
  const users = [...ticked, someUser()];
  const rows = usersFileRows(users, chooseColumns(users), words);
  expect(rows.map((row) => row.at(-1))).toEqual(['T', 'Présent', 'Absent', '']);
});

test('marks have a column when somebody has one', () => {
  const users = [someUser({ isAttested: true }), someUser({ isAttested: false })];
  const rows = usersFileRows(users, chooseColumns(users), { ...words, marked: 'Accordée' });
  expect(rows.map((row) => row.at(-1))).toEqual(['A', 'Accordée', '']);
});

test('each column that the exam keeps of its lists has a column, in the order of their names', () => {
  const users = [someUser({ listValues: { Siège: '12', Groupe: 'A' } }), someUser()];
  const rows = usersFileRows(users, chooseColumns(users), words);
  expect(rows.map((row) => row.slice(-2))).toEqual([
    ['Groupe', 'Siège'],
    ['A', '12'],
    ['', ''],
  ]);
});
