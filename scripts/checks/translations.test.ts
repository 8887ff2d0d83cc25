import { describe, expect, test } from 'vitest';
import { findFileFaults, readTextFile, type Texts } from './translations/textFiles.ts';
import { findTypographyFaults } from './translations/typography.ts';
import { readUsage } from './translations/usage.ts';
import { findUsageFaults } from './translations/usageFaults.ts';

const file = (name: string, texts: Texts) => readTextFile(name, JSON.stringify(texts, null, 2));
const fileFaults = (french: Texts, english: Texts) =>
  findFileFaults(file('fr.json', french), file('en.json', english));
const usageFaults = (texts: Texts, source: string) => [
  ...findUsageFaults(texts, new Map([['Page.tsx', readUsage('Page.tsx', source)]])),
];

describe('the two text files', () => {
  test('agree when they hold the same keys with the same parameters', () => {
    expect(fileFaults({ 'A.Title': 'Bonjour, {name}' }, { 'A.Title': 'Hello, {name}' })).toEqual([]);
  });

  test('a key that stands in one of them only is named with the file that lacks it', () => {
    expect(fileFaults({ A: 'Un', B: 'Deux' }, { A: 'One' })).toEqual([
      'en.json: "B" is missing (it stands in fr.json)',
    ]);
    expect(fileFaults({ A: 'Un' }, { A: 'One', B: 'Two' })).toEqual([
      'fr.json: "B" is missing (it stands in en.json)',
    ]);
  });

  test('keys out of order, repeated keys and empty texts are named', () => {
    expect(fileFaults({ B: 'Deux', A: 'Un' }, { A: 'One', B: 'Two' })).toEqual([
      'fr.json: "B" is not in its place: sort the keys',
    ]);
    const twice = readTextFile('fr.json', '{\n "A": "Un",\n "A": "Deux"\n}');
    expect(findFileFaults(twice, file('en.json', { A: 'One' }))).toEqual(['fr.json: "A" stands there twice']);
    expect(fileFaults({ A: ' ' }, { A: 'One' })).toContain('fr.json: "A" has no text');
  });

  test('parameters that differ are named', () => {
    expect(fileFaults({ A: '{nom}' }, { A: '{name}' })).toEqual(['"A": French takes {nom}, English {name}']);
  });

  test('a counted text needs its general form', () => {
    expect(fileFaults({ 'A.one': 'un' }, { 'A.one': 'one' })).toEqual([]);
    const counted = { 'A.many': 'x', 'A.one': 'x' };
    expect(fileFaults(counted, counted)).toContain('fr.json: "A.one" needs "A.other" beside it');
  });
});

describe('typography', () => {
  test.each([
    ['fr', 'l’heure : « oui »'.replaceAll(' :', '\u00A0:').replace('« ', '«\u00A0').replace(' »', '\u00A0»')],
    ['fr', 'Vraiment? Oui! À 10:30, voyez https://exemple.ca'],
    ['fr', 'Un caractère parmi ! @ # $ % ^ & * _'],
    ['en', 'It’s “fine”: yes!'],
  ] as const)('%s “%s” has no fault', (language, text) => {
    expect(findTypographyFaults(language, text)).toEqual([]);
  });

  test.each([
    ['fr', "l'heure", 'apostrophe'],
    ['fr', 'Nom : Côté', 'colon'],
    ['fr', 'Nom: Côté', 'colon'],
    ['fr', '« oui »', 'no-break'],
    ['fr', '«oui»', 'no-break'],
    ['fr', 'Vraiment\u00A0?', 'no space before'],
    ['fr', 'Un instant...', 'three dots'],
    ['fr', 'dit "oui"', 'quotation'],
    ['en', 'Really ?', 'no space before'],
    ['en', "it's", 'apostrophe'],
    ['en', 'two  blanks', 'blank'],
  ] as const)('%s “%s” is marked: %s', (language, text, advice) => {
    expect(findTypographyFaults(language, text).join()).toContain(advice);
  });
});

describe('the use of the texts', () => {
  test('plain keys, choices, tables, counted and put-together keys count as used', () => {
    const texts = {
      'Choice.No': 'x',
      'Choice.Yes': 'x',
      'Count.one': '{count}',
      'Count.other': '{count}',
      Plain: 'x',
      'State.Sent': 'x',
      'System.3.Plain': 'x',
      Table: 'x',
    };
    const source = `const rows = { key: 'Table' };
      const a = [t('Plain'), t(yes ? 'Choice.Yes' : 'Choice.No'), t('Count', { count: 2 }), t(\`State.\${state}\`)];`;
    expect(usageFaults(texts, source)).toEqual([]);
  });

  test('a key that nobody uses is named', () => {
    expect(usageFaults({ A: 'x', B: 'x' }, "t('A')")).toEqual([
      '"B" is used nowhere in apps/web/src: remove it from both files',
    ]);
  });

  test('a key that is not there is named with its line', () => {
    expect(usageFaults({ A: 'x' }, "t('A');\nt('Gone')")).toEqual(['Page.tsx:2: "Gone" is in neither file']);
    expect(usageFaults({ A: 'x' }, `t('A'); t(\`Gone.\${a}\`)`)).toEqual([
      'Page.tsx: no key is like ^Gone\\..+$',
    ]);
  });

  test('a parameter that is not given is named', () => {
    expect(usageFaults({ A: '{name}' }, "t('A')")).toEqual(['Page.tsx:1: "A" also takes {name}']);
    expect(usageFaults({ A: '{name}' }, "t('A', { name })")).toEqual([]);
    expect(usageFaults({ A: '{name}' }, "t('A', values)")).toEqual([]);
  });
});
