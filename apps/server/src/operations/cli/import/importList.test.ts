import { createExamSpace } from '@guichet/contract/exams/exams';
import { listCandidates } from '@guichet/contract/exams/places';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { importCommand } from '../commands/import.command.ts';
import { wordsIn } from '../terminal/command.ts';
import { importList, type Told } from './importList.ts';
import { printPreview, printRefusal } from './printPreview.ts';

let portal: TestPortal;
let admin: Caller;
let exam: { id: number; courseId: string };
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  const body = { title: 'Hiver', examDate: '2027-04-30' };
  exam = (await admin.call(createExamSpace, { params: { systemId: 3 }, body })).reply;
});
afterAll(() => portal.close());

const order = (more: object = {}) => ({
  systemId: 3,
  selectedCourse: exam.courseId,
  languageId: 'fr' as const,
  sendEmail: false,
  fileName: 'liste.csv',
  reader: 'fr' as const,
  isPreview: false,
  ...more,
});
const list = (...lines: string[]) => Buffer.from(['Prénom;Nom;Courriel', ...lines].join('\r\n'));
const good = list('Zoé;Côté;zoe@etu.example.ca', 'Élise;Roy;elise@etu.example.ca');

const namesIn = async () =>
  (await admin.call(listCandidates, { params: { systemId: 3, examId: exam.id } })).reply.map(
    ({ firstName }) => firstName,
  );

describe('guichet import', () => {
  it('previews, and changes nothing', async () => {
    const outcome = await importList(portal.context, order({ isPreview: true }), good, () => {});
    expect(outcome).toMatchObject({ counts: { newAccount: 2 }, mails: { fr: 0, en: 0, own: 0 } });
    expect(await namesIn()).toEqual([]);
  });

  it('warns in a preview of an address that looks mistyped', async () => {
    const typed = list('Zoé;Côté;zoe@etu.example.ca', 'Léa;Roy;lea@gmial.com');
    const outcome = await importList(portal.context, order({ isPreview: true }), typed, () => {});
    if (typeof outcome === 'number' || !('counts' in outcome)) throw new Error('It was not previewed.');
    const said: string[] = [];
    const terminal = { language: 'en', folder: '', t: wordsIn('en'), progress: () => {} } as const;
    printPreview(outcome, { ...terminal, say: (line) => said.push(line) });
    expect(said).toContain('Line 3: lea@gmial.com. Did you mean gmail.com?');
  });

  it('prints every problem of a list with its place, in the words of the page, and imports nobody', async () => {
    const bad = list('Zoé;Côté;zoe', ';Roy;elise@etu.example.ca', 'Abel;Roy;abel@etu.example.ca');
    const outcome = await importList(portal.context, order(), bad, () => {});
    const said: string[] = [];
    const terminal = { language: 'fr', folder: '', t: wordsIn('fr'), progress: () => {} } as const;
    if (typeof outcome === 'number' || 'counts' in outcome) throw new Error('It was not refused.');
    expect(printRefusal(outcome, { ...terminal, say: (line) => said.push(line) })).toBe(1);
    expect(said.slice(1)).toEqual([
      '  ligne 2, Courriel (zoe)\u00A0: Cette adresse courriel n’est pas valide. Écrivez-la comme prenom.nom@exemple.ca, sans accent, espace ni virgule, une seule par ligne.',
      '  ligne 3, Prénom\u00A0: Le prénom manque. Ajoutez-le.',
    ]);
    expect(await namesIn()).toEqual([]);
  });

  it('imports all of a list, prints progress, and is audited in the system under its own name', async () => {
    const phases: string[] = [];
    const placed = await importList(portal.context, order(), good, (told) => {
      if ('phase' in told) phases.push(told.phase);
    });
    expect(placed).toBe(2);
    expect(await namesIn()).toEqual(['Zoé', 'Élise']);
    expect(phases).toContain('done');
    const { rows } = await sql<{ actor_name: string; system_id: number }>`
      select actor_name, system_id from audit_lines where action = 'candidates.imported'`.execute(
      portal.context.database.read,
    );
    expect(rows).toEqual([{ actor_name: 'guichet import', system_id: 3 }]);
  });

  it('prints columns that are not read before it imports anybody', async () => {
    const told: string[] = [];
    const withMore = Buffer.from('Prénom;Nom;Courriel;Programme;\r\nIda;Roy;ida@etu.example.ca;DC;x');
    const tell = (of: Told) =>
      void told.push(
        'file' in of
          ? [...of.file.ignoredColumns, ...of.file.unnamedColumns].join()
          : 'phase' in of
            ? of.phase
            : `mails ${of.mails}`,
      );
    expect(await importList(portal.context, order(), withMore, tell)).toBe(1);
    expect(told.at(-1)).toBe('mails 0');
    expect(told.indexOf('Programme,E')).toBeGreaterThanOrEqual(0);
    expect(told.indexOf('Programme,E')).toBeLessThan(told.indexOf('writing'));
  });

  it('imports nobody while a column looks like one that should be read, until the operator decides', async () => {
    const before = await namesIn();
    const rows = ['Léa;Roy;lea@etu.example.ca;F', 'Max;Roy;max@etu.example.ca;E'];
    const file = Buffer.from(['Prénom;Nom;Courriel;Zeugs', ...rows].join('\r\n'));
    const outcome = await importList(portal.context, order(), file, () => {});
    if (typeof outcome === 'number' || !('counts' in outcome)) throw new Error('Nothing was asked.');
    expect(await namesIn()).toEqual(before);
    const said: string[] = [];
    const terminal = { language: 'fr', folder: '', t: wordsIn('fr'), progress: () => {} } as const;
    printPreview(outcome, { ...terminal, say: (line) => said.push(line) });
    expect(said).toContain('Colonnes non lues\u00a0: Zeugs.');
    expect(said).toContain('  3 (D) Zeugs\u00a0: F · E → Langue?');
    expect(said.at(-1)).toContain(
      `--columns '{"0":"firstName","1":"lastName","2":"email","3":"language"}' --heading-line 1`,
    );
    const columns = { firstName: 0, lastName: 1, email: 2, language: 3 };
    expect(await importList(portal.context, order({ columns, headingLine: 1 }), file, () => {})).toBe(2);
    const others = Buffer.from(file.toString().replaceAll('@etu', '@autre'));
    expect(await importList(portal.context, order({ ignoreUnread: true }), others, () => {})).toBe(2);
  });

  it('shows the columns of a list with unknown headings', async () => {
    const file = Buffer.from('Zeugs;Dings\r\nRoy, Ana;ana.zeugs@etu.example.ca');
    const outcome = await importList(portal.context, order(), file, () => {});
    const said: string[] = [];
    const terminal = { language: 'en', folder: '', t: wordsIn('en'), progress: () => {} } as const;
    if (typeof outcome === 'number' || 'counts' in outcome) throw new Error('It was not refused.');
    printRefusal(outcome, { ...terminal, say: (line) => said.push(line) });
    expect(said.slice(-3)).toEqual([
      '  0 (A) Zeugs: Roy, Ana → Last name, first name?',
      '  1 (B) Dings: ana.zeugs@etu.example.ca → Email?',
      `Check, then add for example: --columns '{"0":"fullName","1":"email"}' --heading-line 1`,
    ]);
  });

  it.each([
    ['[]', /illisible/],
    ['{"0":"email","0":"lastName"}', /deux fois/],
    ['{"0":"role"}', /n’existe pas/],
    ['{"0":"email","1":"email"}', /même champ/],
    ['{"0":"fullName","1":"lastName"}', /virgule/],
  ])('refuses --columns %s in words', async (columns, words) => {
    const terminal = {
      language: 'fr',
      folder: '',
      t: wordsIn('fr'),
      say: () => {},
      progress: () => {},
    } as const;
    const given = { names: ['liste.csv'], options: { system: '3', exam: 'DC-1', columns } };
    const running = importCommand.run(portal.context.config, given, terminal);
    await expect(running).rejects.toThrow(words);
  });

  it('reads a list as the operator says: its encoding, names, cells as they are, no extra time', async () => {
    const cyrillic = Buffer.concat([
      Buffer.from('Courriel;Nom;Prenom;Temps supplementaire\r\nolga@etu.example.ca;'),
      Buffer.from([0xc2, 0xee, 0xeb, 0xea, 0xee, 0xe2]),
      Buffer.from(';TRUE;30\r\nsu@etu.example.ca;"O&#039;Su";;\r\n'),
    ]);
    const readings = { truthNames: true, singleNames: true, repairCells: false, withoutExtraTime: true };
    const more = { isPreview: true, encoding: 'windows-1251', ...readings };
    const outcome = await importList(portal.context, order(more), cyrillic, () => {});
    expect(outcome).toMatchObject({
      rows: [
        { firstName: 'TRUE', lastName: 'Волков' },
        { firstName: '', lastName: 'O&#039;Su' },
      ],
      file: { encoding: 'windows-1251', leftOutColumn: 'Temps supplementaire' },
    });
  });

  it('splits whole names in the order that the operator gives, and refuses an order that it does not know', async () => {
    const names = Buffer.from('Nom complet;Courriel\r\nCôté Zoé;zoe.cote.order@etu.example.ca\r\n');
    const more = { isPreview: true, nameOrder: 'lastFirst' as const };
    const outcome = await importList(portal.context, order(more), names, () => {});
    expect(outcome).toMatchObject({ rows: [{ firstName: 'Zoé', lastName: 'Côté' }] });
    const t = wordsIn('fr');
    const terminal = { language: 'fr', folder: '.', t, say: () => {}, progress: () => {} } as const;
    const options = { system: '3', exam: 'DC-1', 'name-order': 'prenom' };
    const running = importCommand.run(portal.context.config, { names: ['liste.csv'], options }, terminal);
    await expect(running).rejects.toThrow('--name-order prenom');
  });

  it('takes these answers as options, and refuses an encoding that it does not know', async () => {
    expect(Object.keys(importCommand.options)).toEqual(
      expect.arrayContaining([
        'encoding',
        'cells-as-written',
        'single-names',
        'truth-names',
        'without-extra-time',
      ]),
    );
    const terminal = {
      language: 'fr',
      folder: '.',
      t: wordsIn('fr'),
      say: () => {},
      progress: () => {},
    } as const;
    const given = { names: ['liste.csv'], options: { system: '3', exam: 'DC-1', encoding: 'latin-9' } };
    await expect(importCommand.run(portal.context.config, given, terminal)).rejects.toThrow(
      '--encoding latin-9',
    );
  });

  it('says whose extra time the list has otherwise, and leaves it, in a preview and in an import', async () => {
    const stating = (minutes: number) =>
      Buffer.from(`Prénom;Nom;Courriel;Temps supplémentaire\r\nOdile;Roy;odile@etu.example.ca;${minutes}`);
    const kept: number[] = [];
    const tell = (told: Told) => void ('file' in told && kept.push(told.otherExtraTimes));
    expect(await importList(portal.context, order(), stating(30), tell)).toBe(1);
    expect(await importList(portal.context, order(), stating(45), tell)).toBe(0);
    expect(kept).toEqual([0, 1]);
    const outcome = await importList(portal.context, order({ isPreview: true }), stating(45), tell);
    if (typeof outcome === 'number' || !('counts' in outcome)) throw new Error('It was not previewed.');
    const said: string[] = [];
    const terminal = { language: 'en', folder: '', t: wordsIn('en'), progress: () => {} } as const;
    printPreview(outcome, { ...terminal, say: (line) => said.push(line) });
    expect(said.join()).toContain('another extra time in the exam than in the list, and keep it: 1');
  });

  it('finds no exam of another system', async () => {
    const nowhere = importList(portal.context, order({ systemId: 99 }), good, () => {});
    await expect(nowhere).rejects.toMatchObject({ code: 'system.notFound' });
    const elsewhere = importList(portal.context, order({ systemId: 2 }), good, () => {});
    await expect(elsewhere).rejects.toMatchObject({ code: 'exam.notFound' });
  });
});
