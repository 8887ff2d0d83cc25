import { copyExam, createExamSpace, editExam, getExam } from '@guichet/contract/exams/exams';
import { announceExam, previewNotice } from '@guichet/contract/exams/notices';
import { importCandidates } from '@guichet/contract/imports/imports';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';

let portal: TestPortal;
let admin: Caller;
let other: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  other = await portal.as('admin', 3, { firstName: 'Anne', lastName: 'Roy' });
});
afterAll(() => portal.close());

const facts = {
  titleFr: 'Oral',
  titleEn: 'Oral exam',
  examDate: '2027-05-03',
  startTime: '09:00',
  endTime: '12:30',
  placeFr: 'Salle 112',
  placeEn: 'Room 112',
  placeUrl: '',
  instructionsFr: '',
  instructionsEn: '',
};
const read = async (examId: number) => (await admin.call(getExam, { params: { systemId: 3, examId } })).reply;
const edit = (examId: number, given: object, version = 1, who = admin, systemId = 3) =>
  who.call(editExam, { params: { systemId, examId }, body: { ...facts, ...given, version } });
const announce = (examId: number) => admin.call(announceExam, { params: { systemId: 3, examId } });

async function make(candidates: readonly string[] = []) {
  const { titleFr: title, ...texts } = facts;
  const rest = { ...texts, requestId: portal.context.clock.uuid() };
  const { reply } = await admin.call(createExamSpace, { params: { systemId: 3 }, body: { title, ...rest } });
  await place(reply.courseId, candidates);
  return reply;
}

/** `zoe;F` is a person with their language. */
async function place(selectedCourse: string, candidates: readonly string[]) {
  if (candidates.length === 0) return;
  const lines = candidates.map((one) =>
    one.replace(/^(\w+)/, `Zoé;Côté;$1.${selectedCourse}@etu.example.ca`),
  );
  const file = { name: 'liste.csv', bytes: ['Prénom;Nom;Courriel;Langue', ...lines].join('\n') };
  const body = { systemId: 3, languageId: 'fr' as const, selectedCourse, sendEmail: false };
  expect((await admin.call(importCandidates, { body, file })).reply).toBe(candidates.length);
}

const noticesOf = (examId: number) =>
  portal.context.database.read
    .selectFrom('outgoing_mails as o')
    .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
    .select(['o.recipient', 'o.state', 'm.language', 'm.subject', 'm.html', 'm.variables', 'm.purpose'])
    .where('o.exam_id', '=', examId)
    .orderBy('o.id')
    .execute();
const linesOf = (examId: number, action: string) =>
  portal.context.database.read
    .selectFrom('audit_lines')
    .selectAll()
    .where('subject', '=', `exam:${examId}`)
    .where('action', '=', action)
    .execute();
const courseOf = (courseId: string) =>
  portal.context.database.read
    .selectFrom('platform_courses')
    .select(['title', 'title_en as titleEn', 'exam_date', 'version'])
    .where('course_id', '=', courseId)
    .executeTakeFirstOrThrow();

describe('editing an exam', () => {
  it('writes what changed, with an audit line, and takes title and day to the platform', async () => {
    const { id, courseId } = await make();
    const { status, reply } = await edit(id, {
      titleFr: 'Oral B',
      examDate: '2027-06-07',
      instructionsEn: 'Come.',
    });
    expect(status).toBe(200);
    expect(reply).toMatchObject({ title: 'Oral B', examDate: '2027-06-07', version: 2, sequence: 1 });
    expect(await read(id)).toEqual(reply);
    expect(await courseOf(courseId)).toMatchObject({ title: 'Oral B', exam_date: '2027-06-07', version: 2 });
    const [line] = await linesOf(id, 'examSpace.changed');
    expect(line).toMatchObject({ actor_id: admin.userId, system_id: 3 });
    expect(line?.detail).toEqual({
      name: 'Oral B',
      before: { titleFr: 'Oral', examDate: '2027-05-03', instructionsEn: '' },
      after: { titleFr: 'Oral B', examDate: '2027-06-07', instructionsEn: 'Come.' },
    });
  });

  it('takes the English title to the platform as well', async () => {
    const { id, courseId } = await make();
    await edit(id, { titleEn: 'Viva' });
    expect(await courseOf(courseId)).toMatchObject({ titleEn: 'Viva', version: 2 });
  });

  it('raises the sequence for what a calendar shows, and leaves the platform alone otherwise', async () => {
    const { id, courseId } = await make();
    await edit(id, { instructionsFr: 'Venez tôt.' });
    expect(await read(id)).toMatchObject({ version: 2, sequence: 0 });
    await edit(id, { instructionsFr: 'Venez tôt.', placeEn: 'Room 12' }, 2);
    expect(await read(id)).toMatchObject({ version: 3, sequence: 1 });
    expect((await courseOf(courseId)).version).toBe(1);
  });

  it('shows the second editor what the first has saved, and writes nothing', async () => {
    const { id } = await make();
    await edit(id, { placeFr: 'Salle 200' }, 1, other);
    const { status, reply } = await edit(id, { startTime: '10:00' });
    expect(status).toBe(409);
    expect(reply).toMatchObject({
      outcome: 'changedMeanwhile',
      current: { placeFr: 'Salle 200', startTime: '09:00', version: 2, savedBy: 'Anne Roy' },
    });
    expect(await read(id)).toMatchObject({ placeFr: 'Salle 200', startTime: '09:00' });
    expect((await edit(id, { startTime: '10:00' }, 2)).status).toBe(200);
  });

  it('that changes nothing writes nothing, also on a newer version', async () => {
    const { id } = await make();
    await edit(id, { placeFr: 'Salle 200' });
    expect((await edit(id, { placeFr: 'Salle 200' })).status).toBe(200);
    expect(await read(id)).toMatchObject({ version: 2 });
    expect(await linesOf(id, 'examSpace.changed')).toHaveLength(1);
  });

  it('keeps which text stayed while the other language changed, until it changes too or is confirmed', async () => {
    const { id } = await make(['zoe;F', 'ann;E', 'bob;E']);
    const french = { placeFr: 'Salle 200', titleFr: 'Oral B' };
    expect((await edit(id, french)).reply).toMatchObject({ textsBehind: ['titleEn', 'placeEn'], toTell: 1 });
    const { reply } = await admin.call(previewNotice, {
      params: { systemId: 3, examId: id },
      body: { kind: 'examChanged' },
    });
    expect(reply.informed).toEqual({ fr: 0, en: 2 });
    const day = { ...french, examDate: '2027-06-07' };
    expect((await edit(id, day, 2)).reply).toMatchObject({ textsBehind: ['titleEn', 'placeEn'] });
    expect((await edit(id, { ...day, placeEn: 'Room 200' }, 3)).reply).toMatchObject({
      textsBehind: ['titleEn'],
    });
    const confirm = { ...day, placeEn: 'Room 200', isCompared: true };
    expect((await edit(id, confirm, 3)).reply).toMatchObject({ outcome: 'changedMeanwhile' });
    expect((await edit(id, confirm, 4)).reply).toMatchObject({ textsBehind: [], version: 4 });
    expect(await read(id)).toMatchObject({ textsBehind: [] });
    expect(await linesOf(id, 'examSpace.compared')).toHaveLength(1);
    const texts = { ...day, placeEn: 'Room 300', placeFr: 'Salle 300', instructionsEn: 'Come.' };
    expect((await edit(id, texts, 4)).reply).toMatchObject({ textsBehind: [] });
  });

  it('S5.16 refuses a new day that is over, and keeps a day that has passed since', async () => {
    const { id } = await make();
    expect((await edit(id, { examDate: '2027-01-10' })).problem.errors).toEqual([
      { path: 'examDate', messageKey: 'dateInPast' },
    ]);
    const { clock } = portal.context;
    const { id: today } = (
      await admin.call(createExamSpace, {
        params: { systemId: 3 },
        body: { title: 'Jour', examDate: clock.today() },
      })
    ).reply;
    const day = clock.today();
    clock.advance(24 * 60 * 60);
    admin = await portal.as('admin', 3);
    other = await portal.as('admin', 3, { firstName: 'Anne', lastName: 'Roy' });
    expect((await edit(today, { examDate: day, instructionsFr: 'Fait.' })).status).toBe(200);
    expect((await read(today)).toTell).toBe(0);
  });

  it('needs a title in one language, which is then the one of the lists', async () => {
    const { id } = await make();
    expect((await edit(id, { titleFr: '' })).reply).toMatchObject({ title: 'Oral exam', titleFr: '' });
    const copy = await admin.call(copyExam, {
      params: { systemId: 3, examId: id },
      body: { examDate: '2027-09-01' },
    });
    expect(copy.reply.title).toBe('Oral exam');
    expect(await courseOf(copy.reply.courseId)).toMatchObject({ title: 'Oral exam' });
    expect((await edit(id, { titleFr: '', titleEn: '' }, 2)).problem.errors).toEqual([
      { path: 'titleFr', messageKey: 'required' },
    ]);
  });

  it('S1.9 is for administrators of this system', async () => {
    const { id } = await make();
    const before = await read(id);
    for (const [who, systemId, status] of [
      [portal.nobody, 3, 401],
      [await portal.as('support', 3), 3, 403],
      [await portal.as('admin', 2), 3, 403],
      [await portal.as('admin', 2), 2, 404],
    ] as const)
      expect((await edit(id, { titleFr: 'Non' }, 1, who, systemId)).status).toBe(status);
    expect(await read(id)).toEqual(before);
  });
});

describe('announcing a change', () => {
  it('adds the sender’s own sentence for the readers of its language', async () => {
    const { id } = await make(['zoe;F', 'ann;E']);
    await edit(id, { examDate: '2027-06-07' });
    const params = { systemId: 3, examId: id };
    const body = { noteFr: 'La salle est inondée.' };
    const { reply } = await admin.call(previewNotice, { params, body: { kind: 'examChanged', ...body } });
    expect([reply.fr?.html, reply.en?.html].map((html) => html?.includes('inondée'))).toEqual([true, false]);
    expect((await admin.call(announceExam, { params, body })).reply).toBe(2);
    const mails = await noticesOf(id);
    expect(mails.map(({ language, variables }) => [language, (variables as { note?: string }).note])).toEqual(
      [
        ['en', undefined],
        ['fr', 'La salle est inondée.'],
      ],
    );
  });

  it('mails old and new to every candidate in their language, once', async () => {
    const { id } = await make(['zoe;F', 'ann;E']);
    const { reply } = await edit(id, { examDate: '2027-06-07', placeFr: '', placeEn: '' });
    expect(reply).toMatchObject({ toTell: 2 });
    const [one, two] = await Promise.all([announce(id), announce(id)]);
    expect([one.reply, two.reply].sort()).toEqual([0, 2]);
    const mails = await noticesOf(id);
    expect(mails.map(({ recipient, language }) => [recipient.slice(0, 3), language])).toEqual([
      ['ann', 'en'],
      ['zoe', 'fr'],
    ]);
    expect(mails[1]?.html).toMatch(/<strong>\{\{examDate\}\}<\/strong><br>Auparavant.: \{\{formerDate\}\}/);
    expect(mails[1]?.html).toMatch(/<strong>à préciser<\/strong><br>Auparavant.: \{\{formerPlace\}\}/);
    // The unchanged hours are told too, without a former value.
    expect(mails[1]?.html).toMatch(/Heure.: <strong>\{\{examTime\}\}<\/strong><\/p>/);
    expect(mails[1]?.html).not.toContain('formerTime');
    expect(mails[1]?.html).toContain('aria-hidden="true">{{examDate}} · {{examTime}}</div>');
    expect(mails[1]?.variables).toMatchObject({
      examDate: 'lundi 7\u00A0juin 2027',
      formerDate: 'lundi 3\u00A0mai 2027',
      formerPlace: 'Salle 112',
    });
    expect(mails[0]?.variables).toMatchObject({
      examTitle: 'Oral exam',
      formerDate: 'Monday, May\u00A03, 2027',
    });
    expect((await linesOf(id, 'examSpace.announced')).map(({ detail }) => detail)).toEqual([
      { name: 'Oral', mails: 2 },
    ]);
    expect((await read(id)).toTell).toBe(0);
  });

  it('can be read before: the very mail that would tell, and nothing is sent', async () => {
    const { id } = await make(['zoe;F', 'ann;E']);
    await edit(id, { examDate: '2027-06-07' });
    const params = { systemId: 3, examId: id };
    const { reply } = await admin.call(previewNotice, { params, body: { kind: 'examChanged' } });
    expect(await noticesOf(id)).toEqual([]);
    expect(reply.fr?.subject).toBe('Changement pour votre examen\u00a0: Oral (Examens DC)');
    expect(reply.en?.subject).toBe('Change to your exam: Oral exam (DC Exams)');
    expect(reply.fr?.html).toMatch(
      /<strong>lundi 7\u00A0juin 2027<\/strong><br>Auparavant.: lundi 3\u00A0mai 2027/,
    );
    expect(reply.en?.html).toContain('Location: <strong>');
    expect((await read(id)).toTell).toBe(2);
  });

  it('of a place that changed in one language tells its readers alone, and lists what changed before what stays', async () => {
    const { id } = await make(['zoe;F', 'ann;E']);
    const params = { systemId: 3, examId: id };
    const preview = async () =>
      (await admin.call(previewNotice, { params, body: { kind: 'examChanged' } })).reply;
    expect((await edit(id, { placeFr: 'Salle 2106' })).reply).toMatchObject({ toTell: 1 });
    expect((await preview()).fr?.html).toMatch(
      /Lieu.: <strong>Salle 2106<\/strong><br>Auparavant.: Salle 112<\/p>[\s\S]*Ce qui demeure inchangé.:[\s\S]*Date.: <strong>/,
    );
    expect((await preview()).en).toBeNull();
    expect((await announce(id)).reply).toBe(1);
    expect((await noticesOf(id)).map(({ language }) => language)).toEqual(['fr']);
    // The change is measured by the facts that the English reader knows; the mail to the others left those as
    // they were.
    await edit(id, { placeFr: 'Salle 2106', placeEn: 'Room 2106' }, 2);
    expect(await read(id)).toMatchObject({ toTell: 1 });
    expect((await preview()).fr).toBeNull();
    expect((await preview()).en?.html).toContain('<strong>Room 2106</strong><br>Previously: Room 112');
    // The change is taken back before anybody was told.
    await edit(id, { placeFr: 'Salle 2106' }, 3);
    expect(await read(id)).toMatchObject({ toTell: 0 });
  });

  it('tells of a place in the other language where the reader’s own has none', async () => {
    const { id } = await make(['zoe;F', 'ann;E']);
    await edit(id, { placeEn: '' });
    expect(await read(id)).toMatchObject({ toTell: 1 });
    expect((await announce(id)).reply).toBe(1);
    expect((await edit(id, { placeFr: 'Salle 2106', placeEn: '' }, 2)).reply).toMatchObject({ toTell: 2 });
    expect((await announce(id)).reply).toBe(2);
    // The text reads the same to the English reader.
    await edit(id, { placeFr: 'Salle 2106', placeEn: 'Salle 2106' }, 3);
    expect(await read(id)).toMatchObject({ toTell: 0 });
  });

  it('compares with what candidates know: after several changes, not with the last one', async () => {
    const { id } = await make(['zoe;F']);
    await edit(id, { startTime: '10:00' });
    await edit(id, { startTime: '11:00' }, 2);
    expect((await announce(id)).reply).toBe(1);
    const [mail] = await noticesOf(id);
    expect(mail?.variables).toMatchObject({ formerTime: '9\u00a0h à 12\u00a0h\u00a030 (heure de l’Est)' });
    await edit(id, { startTime: '09:00' }, 3);
    await edit(id, { startTime: '11:00' }, 4);
    expect((await announce(id)).reply).toBe(0);
  });

  it('leaves out who was enrolled after the change, and deactivated accounts', async () => {
    const { id, courseId } = await make(['zoe;F', 'ann;E']);
    await edit(id, { startTime: '10:00' });
    portal.context.clock.advance(60);
    await place(courseId, ['late;F']);
    await portal.context.database.transact((tx) =>
      tx
        .updateTable('users')
        .set({ deactivated_at: portal.context.clock.now() })
        .where('email_key', 'like', `ann.${courseId.toLowerCase()}%`)
        .execute(),
    );
    expect((await read(id)).toTell).toBe(1);
    expect((await announce(id)).reply).toBe(1);
    expect((await noticesOf(id)).map(({ recipient }) => recipient.slice(0, 3))).toEqual(['zoe']);
  });

  it('mails new instructions alone, as text, to those in whose language they are new', async () => {
    const { id } = await make(['zoe;F', 'ann;E']);
    const bring = { instructionsFr: 'Apportez :\nune calculatrice <simple>', instructionsEn: 'Bring a pen.' };
    expect((await edit(id, bring)).reply).toMatchObject({ toTell: 2 });
    const params = { systemId: 3, examId: id };
    const { reply } = await admin.call(previewNotice, { params, body: { kind: 'examChanged' } });
    expect(reply.fr?.html).toMatch(
      /<p>Consignes.:<br>Apportez :<br>\s*une calculatrice &#60;simple&#62;<\/p>[\s\S]*Ce qui demeure inchangé.:[\s\S]*lundi 3\u00A0mai 2027/,
    );
    expect(reply.fr?.html).toMatch(
      /aria-hidden="true">Nouvelles consignes · lundi 3\u00A0mai 2027 · 9.h à 12.h.30 \(heure de l’Est\) · Salle 112</,
    );
    expect(reply.fr?.html).not.toContain('Auparavant');
    expect((await announce(id)).reply).toBe(2);
    // The French instructions, all that the French reader sees, are the same.
    const { reply: edited } = await edit(id, { ...bring, instructionsEn: 'Bring a pencil.' }, 2);
    expect(edited).toMatchObject({ toTell: 1 });
    expect((await announce(id)).reply).toBe(1);
    expect((await noticesOf(id)).map(({ language }) => language)).toEqual(['en', 'fr', 'en']);
    await edit(id, {}, 3);
    const { reply: none } = await admin.call(previewNotice, { params, body: { kind: 'examChanged' } });
    expect(none.en?.html).toContain('<p>Instructions: <strong>none</strong></p>');
  });

  it('names who gets the change by an invitation that has not left', async () => {
    const { id, courseId } = await make(['zoe;F']);
    const body = { systemId: 3, languageId: 'fr' as const, selectedCourse: courseId, sendEmail: true };
    const bytes = `Prénom;Nom;Courriel\nLéa;Roy;lea.${courseId}@etu.example.ca`;
    await admin.call(importCandidates, { body, file: { name: 'suite.csv', bytes } });
    expect((await edit(id, { startTime: '10:00' })).reply).toMatchObject({
      toTell: 1,
      numberOfCandidates: 2,
    });
    const awaiting = async (kind: 'examChanged' | 'examCancelled') =>
      (await admin.call(previewNotice, { params: { systemId: 3, examId: id }, body: { kind } })).reply
        .awaiting;
    expect(await awaiting('examChanged')).toEqual({ people: 1, names: ['Léa Roy'] });
    expect(await awaiting('examCancelled')).toBeUndefined();
    expect((await announce(id)).reply).toBe(1);
  });

  it('mails a new title alone, with the former one', async () => {
    const { id } = await make(['zoe;F', 'ann;E']);
    expect((await edit(id, { titleFr: 'Oral B' })).reply).toMatchObject({ toTell: 1 });
    expect((await announce(id)).reply).toBe(1);
    const [mail] = await noticesOf(id);
    expect(mail?.subject).toBe('Changement pour votre examen\u00a0: {{examTitle}} ({{systemTitle}})');
    expect(mail?.html).toMatch(
      /Titre.: <strong>\{\{examTitle\}\}<\/strong><br>Auparavant.: \{\{formerTitle\}\}/,
    );
    expect(mail?.html).toContain('aria-hidden="true">{{formerTitle}} → {{examTitle}} · {{examDate}}');
    expect(mail?.variables).toMatchObject({ examTitle: 'Oral B', formerTitle: 'Oral' });
  });

  it('tells nobody of a title or instructions that are again what they know', async () => {
    const { id } = await make(['zoe;F', 'ann;E']);
    await edit(id, { titleFr: 'Oral B', titleEn: 'Viva', instructionsFr: 'Venez tôt.' });
    expect(await read(id)).toMatchObject({ toTell: 2 });
    expect((await edit(id, {}, 2)).reply).toMatchObject({ toTell: 0 });
    expect((await announce(id)).reply).toBe(0);
  });

  it('reads what was kept before titles and instructions were told: of these, people know what holds', async () => {
    const { id } = await make(['zoe;F', 'ann;E']);
    const { titleFr: _fr, titleEn: _en, instructionsFr: _ins, instructionsEn: _eng, ...old } = facts;
    await edit(id, { startTime: '10:00' });
    await portal.context.database.transact((tx) =>
      tx
        .updateTable('enrolments')
        .set({ known_facts: sql`${JSON.stringify(old)}::jsonb` })
        .where('exam_id', '=', id)
        .execute(),
    );
    expect(await read(id)).toMatchObject({ toTell: 2 });
    await edit(id, { startTime: '10:00', titleFr: 'Oral B' }, 2);
    expect((await announce(id)).reply).toBe(2);
    const [english, french] = await noticesOf(id);
    expect(english?.html).not.toContain('formerTitle');
    expect(french?.variables).toMatchObject({
      formerTitle: 'Oral',
      formerTime: '9\u00a0h à 12\u00a0h\u00a030 (heure de l’Est)',
    });
    // When the change is taken back, its reader knows the exam as it is.
    await edit(id, { startTime: '11:00' }, 3);
    await portal.context.database.transact((tx) =>
      tx
        .updateTable('enrolments')
        .set({ known_facts: sql`${JSON.stringify(old)}::jsonb` })
        .where('exam_id', '=', id)
        .execute(),
    );
    expect((await edit(id, {}, 4)).reply).toMatchObject({ toTell: 0 });
  });
});
