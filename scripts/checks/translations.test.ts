// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is planted here is code
import { describe, expect, test } from 'vitest';
import { findHardCodedWords, findWordFaults } from './translations/hardCodedWords.ts';
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
  test('agree when they have the same keys with the same parameters', () => {
    expect(fileFaults({ 'A.Title': 'Bonjour, {name}' }, { 'A.Title': 'Hello, {name}' })).toEqual([]);
  });

  test('a key of one file only is reported with the file that lacks it', () => {
    expect(fileFaults({ A: 'Un', B: 'Deux' }, { A: 'One' })).toEqual([
      'en.json: "B" is missing (it stands in fr.json)',
    ]);
    expect(fileFaults({ A: 'Un' }, { A: 'One', B: 'Two' })).toEqual([
      'fr.json: "B" is missing (it stands in en.json)',
    ]);
  });

  test('unsorted keys, duplicate keys and empty texts are reported', () => {
    expect(fileFaults({ B: 'Deux', A: 'Un' }, { A: 'One', B: 'Two' })).toEqual([
      'fr.json: "B" is not in its place: sort the keys',
    ]);
    const twice = readTextFile('fr.json', '{\n "A": "Un",\n "A": "Deux"\n}');
    expect(findFileFaults(twice, file('en.json', { A: 'One' }))).toEqual(['fr.json: "A" stands there twice']);
    expect(fileFaults({ A: ' ' }, { A: 'One' })).toContain('fr.json: "A" has no text');
  });

  test('different parameters are reported', () => {
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
    ['fr', '{limit} Mo au plus', 'unit'],
    ['fr', 'pendant 60 minutes', 'unit'],
    ['en', 'Really ?', 'no space before'],
    ['en', "it's", 'apostrophe'],
    ['en', 'two  blanks', 'blank'],
  ] as const)('%s “%s” is marked: %s', (language, text, advice) => {
    expect(findTypographyFaults(language, text).join()).toContain(advice);
  });
});

describe('the use of the texts', () => {
  test('literal keys, choices, tables, plurals and composed keys count as used', () => {
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

  test('an unused key is reported', () => {
    expect(usageFaults({ A: 'x', B: 'x' }, "t('A')")).toEqual([
      '"B" is used nowhere in apps/web/src: remove it from both files',
    ]);
  });

  test('an undefined key is reported with its line', () => {
    expect(usageFaults({ A: 'x' }, "t('A');\nt('Gone')")).toEqual(['Page.tsx:2: "Gone" is in neither file']);
    expect(usageFaults({ A: 'x' }, `t('A'); t(\`Gone.\${a}\`)`)).toEqual([
      'Page.tsx: no key is like ^Gone\\..+$',
    ]);
  });

  test('a missing parameter is reported', () => {
    expect(usageFaults({ A: '{name}' }, "t('A')")).toEqual(['Page.tsx:1: "A" also takes {name}']);
    expect(usageFaults({ A: '{name}' }, "t('A', { name })")).toEqual([]);
    expect(usageFaults({ A: '{name}' }, "t('A', values)")).toEqual([]);
  });
});

describe('hard-coded words', () => {
  const found = (source: string) => findHardCodedWords('Page.tsx', source).map(({ text }) => text);

  test.each([
    ['a text between tags', '<p>Bonjour</p>', ['Bonjour']],
    ['one in a fragment', '<>Bonjour <b>{name}</b></>', ['Bonjour']],
    ['a text in braces', "<p>{'Bonjour'}</p>", ['Bonjour']],
    ['a template', '<p>{`Bonjour ${name}`}</p>', ['Bonjour']],
    ['both ends of a choice', "<p>{isAdmin ? 'Admin' : `Soutien`}</p>", ['Admin', 'Soutien']],
    ['what shows on a condition', "<p>{isAdmin && 'Admin'}</p>", ['Admin']],
    ['a text put together', "<p>{'Bonjour ' + name}</p>", ['Bonjour']],
    ['a name that is read aloud', '<button aria-label="Fermer" />', ['Fermer']],
    ['a title', '<a title={`Voir ${name}`} />', ['Voir']],
    ['a placeholder', "<input placeholder={isFrench ? 'aaaa-mm-jj' : hint} />", ['aaaa-mm-jj']],
    ['the text of a picture', '<img alt="Une arche" />', ['Une arche']],
    ['a label of our own', '<Dialog closeLabel="Fermer" title="Courriel" />', ['Fermer', 'Courriel']],
    ['an element handed on', '<Notice action={<b>Recharger</b>} />', ['Recharger']],
    ['a toast', "showToast({ tone: 'danger', text: 'Perdu', title: `Erreur` })", ['Perdu', 'Erreur']],
    ['the title of the window', "document.title = 'Accueil'", ['Accueil']],
    ['a question of the browser', "confirm('Quitter?')", ['Quitter?']],
    ['English of the contract', 'x(createExamSpace.summary)', ['the summary of an endpoint']],
    [
      'English of the server',
      "import { errors } from '@guichet/contract/core/errors';",
      ['import of errors'],
    ],
  ])('%s is found', (_what, source, texts) => {
    expect(found(source)).toEqual(texts);
  });

  test.each([
    ['numbers, dashes and dots', '<p>{1} – … <b>·</b>{" / "}{`${a} – ${b}`}</p>'],
    ['words through t', "<p title={t('A.Title')}>{t(isAdmin ? 'A' : 'B')}{say(`A.${state}`)}</p>"],
    ['what is not shown', '<p className="text-muted" id={`${id}-hint`} lang="fr" data-state="open" />'],
    ['comparisons', "<p>{state === 'sent' && <b />}{role !== `admin` ? a : b}</p>"],
    ['fields that no one sees', "const look = { tone: 'danger', id: 'spaces' }"],
  ])('%s are no words', (_what, source) => {
    expect(found(source)).toEqual([]);
  });

  test('each is reported with its line, unless it is a key or an exception; so is an unused exception', () => {
    const words = new Map([
      ['Page.tsx', findHardCodedWords('Page.tsx', '<>\nUn<b>Deux</b><i>A.Title</i>\n</>')],
    ]);
    const why = 'a name';
    const exceptions = [
      { path: 'Page.tsx', text: 'Deux', why },
      { path: 'Other.tsx', text: 'Un', why },
    ];
    expect([...findWordFaults(words, new Set(['A.Title']), exceptions)]).toEqual([
      'Page.tsx:2: “Un” stands in the code: give it a key in both files',
      'Other.tsx: the exception “Un” is needed no more',
    ]);
  });
});
