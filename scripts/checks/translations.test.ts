// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is planted here is code
import { describe, expect, test } from 'vitest';
import { findHardCodedWords, findWordFaults } from './translations/hardCodedWords.ts';
import { findMailSentences } from './translations/mailSentences.ts';
import { readServerTexts } from './translations/serverTexts.ts';
import {
  findFileFaults,
  findMissingKeys,
  findTextFaults,
  readTextFile,
  type Texts,
} from './translations/textFiles.ts';
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
    ['fr', 'Vraiment?!', 'double'],
    ['en', 'Sent at 12:27 p.m.. Check it.', 'double'],
    ['en', 'Really ?', 'no space before'],
    ['en', "it's", 'apostrophe'],
    ['en', 'two  blanks', 'blank'],
  ] as const)('%s “%s” is marked: %s', (language, text, advice) => {
    expect(findTypographyFaults(language, text).join()).toContain(advice);
  });
});

describe('wording', () => {
  test.each([
    ['fr', 'utilisée le {when}; votre nom d’utilisateur est {email}'],
    ['fr', 'Mot de passe\u00A0: {name}'],
    ['fr', 'La connexion du portail au serveur; la pièce jointe de {size}'],
    ['en', 'The program recognizes your email; {count} people enrolled in the centre'],
    ['en', 'It was changed after that ({after}). Check it.'],
    ['en', 'demanding candidates, <b>programmed</b>'],
  ] as const)('%s “%s” has no fault', (language, text) => {
    expect(findTextFaults(language, text)).toEqual([]);
  });

  test.each([
    ['fr', 'servie le {when}', 'utiliser'],
    ['fr', 'Ce code a déjà servi.', 'utiliser'],
    ['fr', 'Gabarit', 'modèle'],
    ['fr', 'Se connecter avec une clé', 'ouvrir une session'],
    ['fr', 'Titre de la page de connexion', 'page d’ouverture de session'],
    ['fr', 'La raison est indiquée.', 'motif'],
    ['fr', 'Un super administrateur décidera.', 'superadministration'],
    ['fr', 'Candidats placés', 'personne inscrite'],
    ['fr', 'Utilisateurs', 'personne'],
    ['fr', 'Courriel remis en file', 'en attente d’envoi'],
    ['fr', 'Peu importe', 'tous'],
    ['fr', 'Envoyer un mail', 'courriel'],
    ['fr', 'Choisis ton mot de passe', 'vous'],
    ['fr', 'le mot de passe de {name}', 'deux-points'],
    ['fr', 'le compte de {{firstName}}', 'deux-points'],
    ['fr', 'Ce champ est obligatoire.', 'entrer'],
    ['en', 'Write to your programme.', 'program'],
    ['en', 'To recognise it later', '-ize'],
    ['en', 'An e-mail is on its way.', 'email'],
    ['en', 'The exam was canceled.', 'cancelled'],
    ['en', 'Everybody in the system', 'everyone'],
    ['en', 'Nobody matches', 'no one'],
    ['en', 'Sessions ended from afar', 'remotely'],
    ['en', 'Add one to go on.', 'continue'],
    ['en', 'It is easily put right.', 'correct'],
    ['en', 'An import is under way.', 'in progress'],
    ['en', 'Show the whole audit trail', 'audit log'],
    ['en', 'This field is required.', 'what to enter'],
    ['en', 'The French one was changed on {after}. Check it.', 'p.m.'],
  ] as const)('%s “%s” is marked: %s', (language, text, advice) => {
    expect(findTextFaults(language, text).join()).toContain(advice);
  });
});

describe('the texts of the server', () => {
  const found = (source: string) => readServerTexts('words.ts', source);

  test('are the strings under `fr` and `en`, however deep, without tags, examples of JSON and tags of locales', () => {
    const source = `const locales = { fr: 'fr-CA', en: 'en-CA' };
      const said = { fr: { subject: 'Bonjour', lines: [\`<p>Il y a \${n} lignes</p>\`] }, en: 'Hello \\'{"0":"email"}\\'' };
      const other = { frame: 'un cadre' };`;
    expect(found(source)).toEqual([
      { language: 'fr', text: 'Bonjour', line: 2 },
      { language: 'fr', text: 'Il y a {} lignes', line: 2 },
      { language: 'en', text: 'Hello {}', line: 2 },
    ]);
  });

  test('are also those of a variable with the name of a language', () => {
    expect(found("export const french = {\n  subject: 'Votre place',\n};")).toEqual([
      { language: 'fr', text: 'Votre place', line: 2 },
    ]);
  });
});

describe('sentences of mails in the code of the server', () => {
  const found = (source: string, path = 'apps/server/src/exams/notices/notices.service.ts') => [
    ...findMailSentences(path, source),
  ];

  test.each([
    ["const text = { fr: 'Votre examen est annulé.', en: 'Your exam has been cancelled.' };", 2],
    ["const lead = '<p>Votre examen est annulé.</p>';", 1],
    ["const lead = 'Bonjour {{firstName}}, votre examen est annulé.';", 1],
    ['const lead = `<p>Votre examen ${title} est annulé.</p>`;', 1],
  ])('are found: %s', (source, count) => {
    expect(found(source)).toHaveLength(count);
  });

  test('are not tags, placeholders, keys, and what the program says elsewhere', () => {
    expect(found("const line = `<p>${words.lead}</p>`; log.info('queue: a bug in a handler');")).toEqual([]);
    expect(found('const link = \'<a href="{{loginUrl}}">{{loginUrl}}</a>\';')).toEqual([]);
    const page = "const page = '<p>No such page here</p>';";
    expect(found(page, 'apps/server/src/core/http/pages/html.ts')).toEqual([]);
  });

  test('a text that stands in one language only is reported', () => {
    expect(findMissingKeys({ A: 'Un', B: 'Deux' }, { A: 'One', C: 'Three' })).toEqual([
      '"B" is missing in English',
      '"C" is missing in French',
    ]);
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
