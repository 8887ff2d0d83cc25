import { listCandidates } from '@guichet/contract/cohorts';
import { createExamSpace } from '@guichet/contract/exams';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../test/portal.ts';
import { importList } from './importList.ts';
import { sayRefusal } from './sayRefusal.ts';
import { wordsIn } from './words.ts';

let portal: TestPortal;
let admin: Caller;
let cohort: { id: number; courseId: string };
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  const body = { title: 'Hiver', examDate: '2027-04-30' };
  cohort = (await admin.call(createExamSpace, { params: { systemId: 3 }, body })).reply;
});
afterAll(() => portal.close());

const order = (more: object = {}) => ({
  systemId: 3,
  selectedCourse: cohort.courseId,
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
  (await admin.call(listCandidates, { params: { systemId: 3, cohortId: cohort.id } })).reply.map(
    ({ firstName }) => firstName,
  );

describe('guichet import', () => {
  it('shows what would happen, and changes nothing', async () => {
    const outcome = await importList(portal.house, order({ isPreview: true }), good, () => {});
    expect(outcome).toMatchObject({ counts: { newAccount: 2 }, mails: { fr: 0, en: 0 } });
    expect(await namesIn()).toEqual([]);
  });

  it('says every problem of a list with its place, in the words of the page, and places nobody', async () => {
    const bad = list('Zoé;Côté;zoe', ';Roy;elise@etu.example.ca', 'Abel;Roy;abel@etu.example.ca');
    const outcome = await importList(portal.house, order(), bad, () => {});
    const said: string[] = [];
    const terminal = { language: 'fr', folder: '', t: wordsIn('fr'), progress: () => {} } as const;
    if (typeof outcome === 'number' || 'counts' in outcome) throw new Error('It was not refused.');
    expect(sayRefusal(outcome, { ...terminal, say: (line) => said.push(line) })).toBe(1);
    expect(said.slice(1)).toEqual([
      '  ligne 2, Courriel (zoe): Ce n’est pas une adresse courriel complète, comme prenom.nom@exemple.ca.',
      '  ligne 3, Prénom: Le prénom manque.',
    ]);
    expect(await namesIn()).toEqual([]);
  });

  it('places all of a list, tells how far it is, and stands in the trail of the system under its own name', async () => {
    const phases: string[] = [];
    const placed = await importList(portal.house, order(), good, ({ phase }) => void phases.push(phase));
    expect(placed).toBe(2);
    expect(await namesIn()).toEqual(['Zoé', 'Élise']);
    expect(phases).toContain('done');
    const { rows } = await sql<{ actor_name: string; system_id: number }>`
      select actor_name, system_id from audit_lines where action = 'candidates.imported'`.execute(
      portal.house.database.read,
    );
    expect(rows).toEqual([{ actor_name: 'guichet import', system_id: 3 }]);
  });

  it('finds no cohort of another system', async () => {
    const elsewhere = importList(portal.house, order({ systemId: 2 }), good, () => {});
    await expect(elsewhere).rejects.toMatchObject({ code: 'cohort.notFound' });
  });
});
