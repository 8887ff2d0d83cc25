import { listAuditLines } from '@guichet/contract/core/audit';
import {
  answerCorrection,
  findOwnData,
  listCorrections,
  listCorrectionsOf,
  listOwnCorrections,
  listWrittenCorrections,
  passOnCorrection,
  requestCorrection,
  requestCorrectionOf,
  withdrawCorrection,
} from '@guichet/contract/exams/candidate.corrections';
import { updatePassword } from '@guichet/contract/identity/account.given';
import { correctUser, updateUsers } from '@guichet/contract/identity/users.changes';
import { listOwnMails, readOwnMail } from '@guichet/contract/mail/outbox.own';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, madePassword } from '../../../../test/portal.ts';
import { testAdmin } from '../../../../test/testApp.ts';
import { systemTransaction } from '../../../core/audit/audit.service.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import { firstAddress } from '../../../core/runtime/settingValues.ts';
import { insertStudent } from '../../../identity/users/users.service.ts';
import { type CandidateDesk, openCandidateDesk } from '../fixtures/candidateDesk.ts';

let desk: CandidateDesk;
beforeAll(async () => {
  desk = await openCandidateDesk();
});
afterAll(() => desk.portal.close());

const ask = (who: Caller, request: string, systemId = 3, field: 'name' | 'other' = 'name') =>
  who.call(requestCorrection, { body: { systemId, field, request } });
const open = async (who: Caller) => (await who.call(listCorrections)).reply;
const answer = (who: Caller, correctionId: number, outcome: 'answered' | 'declined', note = 'Fait.') =>
  who.call(answerCorrection, { params: { correctionId }, body: { outcome, note } });
const mailsTo = (userId: number) =>
  desk.portal.context.database.read
    .selectFrom('outgoing_mails as o')
    .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
    .select(['o.system_id as systemId', 'm.purpose'])
    .where('o.user_id', '=', userId)
    .orderBy('o.id')
    .execute();

/** The notes in the answers to a person, which say the changes. */
async function notesTo(userId: number) {
  const mails = await desk.portal.context.database.read
    .selectFrom('outgoing_mails as o')
    .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
    .select(['m.html', 'm.variables'])
    .where('o.user_id', '=', userId)
    .where('m.purpose', '=', 'correctionAnswered')
    .execute();
  expect(mails.map(({ html }) => html.includes('Ce qui a été fait\u00a0:'))).toEqual(mails.map(() => true));
  return mails
    .map(({ variables }) => variables.note)
    .join('\n')
    .replaceAll('\u00a0', ' ');
}

/** The texts of the mails of somebody, on one line each. */
async function readMails(who: Caller): Promise<string> {
  const mails = (await who.call(listOwnMails)).reply;
  const read = await Promise.all(
    mails.map(({ id: mailId }) => who.call(readOwnMail, { params: { mailId } })),
  );
  return read.map(({ reply }) => reply.html.replaceAll('<br>\n', '<br>')).join('\n');
}

describe('what the portal keeps of a person', () => {
  it('is shown to them, with the systems where they may ask for a correction', async () => {
    const { reply } = await desk.zoe.call(findOwnData);
    expect(reply).toMatchObject({ firstName: 'Zoé', email: 'zoe@etu.example.ca', language: 'fr' });
    expect(reply.systems).toEqual([{ systemId: 3, title: { fr: 'Examens DC', en: 'DC Exams' } }]);
    expect((await desk.admins[3].call(findOwnData)).reply.systems).toEqual([]);
  });
});

describe('a correction', () => {
  it('stands with the administrators of that system until one answers, and they read the answer', async () => {
    expect((await ask(desk.zoe, 'Mon nom s’écrit Côté.')).status).toBe(200);
    const [asked, ...more] = await open(desk.admins[3]);
    expect(more).toEqual([]);
    expect(asked).toMatchObject({
      request: 'Mon nom s’écrit Côté.',
      person: { id: desk.zoe.userId, fullName: 'Zoé Côté' },
      outcome: null,
    });
    const id = asked?.id ?? 0;
    expect((await answer(desk.admins[3], id, 'declined', 'Il est juste.')).status).toBe(200);
    expect(await open(desk.admins[3])).toEqual([]);
    const { reply: answered } = await desk.admins[3].call(listCorrections, { query: { isAnswered: true } });
    expect(answered).toMatchObject([{ id, outcome: 'declined', note: 'Il est juste.' }]);
    expect((await desk.zoe.call(listOwnCorrections)).reply).toMatchObject([
      { outcome: 'declined', note: 'Il est juste.', systemTitle: { fr: 'Examens DC' } },
    ]);
    expect((await answer(desk.admins[3], id, 'answered')).problem.code).toBe('correction.alreadyAnswered');
    const lines = (await desk.admins[3].call(listAuditLines, { query: { systemId: 3 } })).reply.lines;
    expect(lines.map(({ action, detail }) => [action, detail.correction])).toEqual(
      expect.arrayContaining([
        ['correction.asked', 'name'],
        ['correction.declined', 'name'],
      ]),
    );
  });

  it('says how the person is now, and whether they have been corrected since', async () => {
    const { zoe } = desk;
    const admin = desk.admins[3];
    const correct = (lastName: string) =>
      admin.call(correctUser, {
        body: { id: zoe.userId, firstName: 'Zoé', lastName, languageId: 'fr', newsLetter: false },
      });
    await correct('Coté');
    desk.portal.context.clock.advance(60);
    await ask(zoe, 'Mon nom s’écrit Côté.');
    await zoe.call(requestCorrection, { body: { systemId: 3, field: 'exam', request: 'Pas le bon examen' } });
    const now = async () => (await open(admin)).map(({ field, isCorrected }) => [field, isCorrected]);
    expect(await now()).toEqual([
      ['name', false],
      ['exam', null],
    ]);
    expect((await open(admin))[0]?.person).toEqual({
      id: zoe.userId,
      fullName: 'Zoé Coté',
      email: 'zoe@etu.example.ca',
      language: 'fr',
      studentNumber: null,
      isActive: true,
      mayManage: true,
      mayCorrect: true,
      hasSecondFactor: false,
    });
    await correct('Côté');
    const [exam, ...more] = await open(admin);
    expect([exam?.field, more]).toEqual(['exam', []]);
    await answer(admin, exam?.id ?? 0, 'answered');
  });

  it('is answered by whoever does what it asks for, and only that; not by who may not answer it', async () => {
    const { portal, admins } = desk;
    const lea = await portal.as('student', 3, { firstName: 'Léa', lastName: 'Roi' });
    const write = (field: 'name' | 'email' | 'language' | 'password' | 'secondFactor') =>
      lea.call(requestCorrection, { body: { systemId: 3, field, request: `Pour ${field}` } });
    for (const field of ['name', 'email', 'language', 'secondFactor', 'password'] as const)
      await write(field);
    const waiting = async () =>
      (await open(admins[3])).flatMap(({ field, person }) => (person.id === lea.userId ? [field] : []));
    const body = { id: lea.userId, firstName: 'Léa', newsLetter: false, languageId: 'fr' as const };
    await admins[3].call(correctUser, { body: { ...body, lastName: 'Roy' } });
    // Whoever cannot sign in comes first.
    expect(await waiting()).toEqual(['secondFactor', 'password', 'email', 'language']);
    expect(await readMails(lea)).toContain('Bonjour Léa Roy');
    const own = (await lea.call(listOwnCorrections)).reply;
    expect(own.find(({ field }) => field === 'name')).toMatchObject({
      outcome: 'answered',
      done: {
        fr: 'Nom\u00a0: «\u00a0Roi\u00a0» est devenu «\u00a0Roy\u00a0».',
        en: 'Last name: “Roi” is now “Roy”.',
      },
    });
    expect(own.find(({ field }) => field === 'language')).toMatchObject({
      outcome: null,
      done: { fr: '', en: '' },
    });
    await admins[3].call(correctUser, {
      body: { ...body, lastName: 'Roy', email: 'lea.roy@etu.example.ca' },
    });
    expect(await waiting()).toEqual(['secondFactor', 'password', 'language']);
    const password = { newPassword: 'Autre-Cle#2', confirmNewPassword: 'Autre-Cle#2' };
    const how = { languageId: 'fr' as const, sendEmail: false, sendPassword: false };
    const given = { userId: lea.userId, ...password, ...how };
    expect((await admins[3].call(updatePassword, { body: given })).status).toBe(200);
    expect(await waiting()).toEqual(['secondFactor', 'language']);
    const { reply: answers } = await admins[3].call(listCorrections, { query: { isAnswered: true } });
    expect(answers.find(({ request }) => request === 'Pour email')).toMatchObject({
      outcome: 'answered',
      note: '',
    });
    expect(
      (await mailsTo(lea.userId)).filter(({ purpose }) => purpose === 'correctionAnswered'),
    ).toHaveLength(3);
    const texts = await notesTo(lea.userId);
    expect(texts).toContain('Nom : « Roi » est devenu « Roy ».');
    expect(texts).toContain('Adresse : un lien a été envoyé à lea.roy@etu.example.ca.');
    expect(texts).toContain('Un autre mot de passe a été choisi pour votre compte.');
    for (const { id, person } of await open(admins[3]))
      if (person.id === lea.userId) await answer(admins[3], id, 'declined');
  });

  it('of two about one field, a correction answers only the one from which it was made, and none where nobody says which', async () => {
    const { portal, admins } = desk;
    const bo = await portal.as('student', 3, { firstName: 'Bo', lastName: 'Roi' });
    for (const request of ['Mon prénom est Björn-Erik', 'Je m’appelle Bjørn Saint-Pierre'])
      await bo.call(requestCorrection, { body: { systemId: 3, field: 'name', request } });
    const waiting = async () => (await open(admins[3])).filter(({ person }) => person.id === bo.userId);
    const [first, second] = await waiting();
    const correct = (firstName: string, requestId?: number) => {
      const body = {
        id: bo.userId,
        firstName,
        lastName: 'Roi',
        languageId: 'fr' as const,
        newsLetter: false,
      };
      return admins[3].call(correctUser, { body: { ...body, requestId } });
    };
    await correct('Björn');
    expect((await waiting()).map(({ id }) => id)).toEqual([first?.id, second?.id]);
    portal.context.clock.advance(60);
    await correct('Björn-Erik', first?.id);
    expect((await waiting()).map(({ id }) => id)).toEqual([second?.id]);
    // The clock of a real portal goes on between the answer and the audit lines of its change.
    await portal.context.database.transact((tx) =>
      tx
        .updateTable('correction_requests')
        .set({ answered_at: new Date(portal.context.clock.now().getTime() - 5) })
        .where('id', '=', first?.id ?? 0)
        .execute(),
    );
    const { corrections } = (await admins[3].call(listCorrectionsOf, { params: { id: bo.userId } })).reply;
    for (const shown of [corrections, (await bo.call(listOwnCorrections)).reply])
      expect(shown.find(({ id }) => id === first?.id)?.done.en).toBe(
        'First name: “Björn” is now “Björn-Erik”.',
      );
    await answer(admins[3], second?.id ?? 0, 'declined');
  });

  it('is answered without a note by a mail that says what was done since it was asked', async () => {
    const { portal, admins } = desk;
    const ana = await portal.as('student', 3, { firstName: 'Ana', lastName: 'Roi' });
    const correct = (lastName: string) => {
      const body = {
        id: ana.userId,
        firstName: 'Ana',
        lastName,
        languageId: 'fr' as const,
        newsLetter: false,
      };
      return admins[3].call(correctUser, { body });
    };
    await correct('Rois');
    portal.context.clock.advance(60);
    const body = { systemId: 3, field: 'other' as const, request: 'Le nom sur ma carte' };
    await ana.call(requestCorrection, { body });
    await correct('Roy');
    const asked = (await open(admins[3])).find(({ person }) => person.id === ana.userId);
    expect((await answer(admins[3], asked?.id ?? 0, 'answered', '')).status).toBe(200);
    expect(await notesTo(ana.userId)).toBe('Nom : « Rois » est devenu « Roy ».');
    const shown = async () => (await ana.call(listOwnCorrections)).reply.map(({ done }) => done.en);
    expect(await shown()).toEqual(['Last name: “Rois” is now “Roy”.']);
    await portal.context.database.transact((tx) =>
      tx
        .updateTable('correction_requests')
        .set({ answered_at: secondsAfter(portal.context.clock.now(), -181 * 24 * 60 * 60) })
        .where('user_id', '=', ana.userId)
        .execute(),
    );
    expect(await shown()).toEqual([]);
  });

  it('is answered by mail as well: from its system, in the language of the person, with the note and a link to their exams', async () => {
    const { portal, admins } = desk;
    const james = await portal.as('student', 3, { firstName: 'James', lastName: 'Smyth' });
    const body = { id: james.userId, firstName: 'James', lastName: 'Smyth', newsLetter: false };
    await admins[3].call(correctUser, { body: { ...body, languageId: 'en' } });
    await ask(james, 'It is spelled\nSmith.');
    await ask(james, 'And <b>Jim</b>.');
    const [first, second] = await open(admins[3]);
    await answer(admins[3], first?.id ?? 0, 'answered', 'It is now\nSmith.');
    await answer(admins[3], second?.id ?? 0, 'declined', '');
    expect((await answer(admins[3], second?.id ?? 0, 'declined')).status).toBe(409);
    const mails = (await james.call(listOwnMails)).reply;
    expect(mails.map(({ subject, language }) => [subject, language])).toEqual([
      ['Your request for a correction has been declined (DC Exams)', 'en'],
      ['Your request for a correction has been dealt with (DC Exams)', 'en'],
    ]);
    const read = async (mailId = 0) =>
      (await james.call(readOwnMail, { params: { mailId } })).reply.html.replaceAll('<br>\n', '<br>');
    const dealtWith = await read(mails[1]?.id);
    expect(dealtWith).toContain('Hello James Smyth,');
    expect(dealtWith).toContain('You asked for (first or last name):<br>It is spelled<br>Smith.');
    expect(dealtWith).toContain('Your program’s answer:<br>It is now<br>Smith.');
    expect(dealtWith).toMatch(/href="[^"]+\/my-exams\?lang=en&#38;systemId=3"/);
    const declined = await read(mails[0]?.id);
    expect(declined).toContain('And &#60;b&#62;Jim&#60;/b&#62;.');
    expect(declined).not.toContain('Reason:');
    expect(await mailsTo(james.userId)).toEqual([
      { systemId: 3, purpose: 'correctionAnswered' },
      { systemId: 3, purpose: 'correctionDeclined' },
    ]);
  });

  describe('of a person in two systems', () => {
    const passOn = (who: Caller, correctionId: number) =>
      who.call(passOnCorrection, { params: { correctionId } });
    const of = async (who: Caller, userId: number) =>
      (await open(who)).find(({ person }) => person.id === userId);
    /** A candidate of systems 2 and 3, whom neither has as a guest. */
    async function askForBoth() {
      const { portal } = desk;
      const both = await portal.as('student', 3, { firstName: 'Noé' });
      const now = portal.context.clock.now();
      const role = { userId: both.userId, systemId: 2, tenantScope: 'all' as const, now };
      await systemTransaction(portal.context, (tx) => insertStudent(tx, role));
      return both;
    }

    it('goes on in one press from an administrator of one of them to who may do it, who is named, and answers it', async () => {
      const { portal, admins } = desk;
      const both = await askForBoth();
      const chief = await portal.superAdmin();
      const ofAll = await portal.as('admin', 3, { firstName: 'Aya' });
      await portal.context.database.transact((tx) =>
        tx
          .insertInto('user_roles')
          .values({ user_id: ofAll.userId, system_id: 2, role: 'admin', granted_at: new Date(0) })
          .execute(),
      );
      await ask(both, 'Mon nom s’écrit Noël.', 3, 'other');
      const asked = await of(admins[3], both.userId);
      expect(asked?.person.mayManage).toBe(false);
      expect(asked?.managers).toEqual([
        { fullName: 'Aya Côté', email: expect.any(String), isSuperAdmin: false },
        { fullName: expect.any(String), email: testAdmin.email, isSuperAdmin: true },
      ]);
      expect((await of(admins[2], both.userId)) ?? null).toBeNull();
      const id = asked?.id ?? 0;
      expect((await passOn(chief, id)).problem.code).toBe('correction.yours');
      expect((await passOn(admins[2], id)).problem.code).toBe('correction.notFound');
      expect((await passOn(admins[3], id)).status).toBe(200);
      const isTold = expect.arrayContaining([{ systemId: null, purpose: 'correctionPassedOn' }]);
      expect(await mailsTo(ofAll.userId)).toEqual(isTold);
      expect(await mailsTo(chief.userId)).not.toEqual(isTold);
      const passedOn = { at: expect.any(Date), by: 'Zoé Côté' };
      expect(await of(admins[3], both.userId)).toMatchObject({ passedOn, outcome: null });
      expect(await of(chief, both.userId)).toMatchObject({
        passedOn,
        managers: [],
        person: { mayManage: true },
      });
      // Who works on it is for staff.
      expect((await both.call(listOwnCorrections)).reply).toMatchObject([
        { passedOn: { at: passedOn.at, by: '' }, outcome: null },
      ]);
      expect((await passOn(admins[3], id)).status).toBe(200);
      const told = (await mailsTo(ofAll.userId)).filter(({ purpose }) => purpose === 'correctionPassedOn');
      expect(told).toHaveLength(1);
      const lines = (await admins[3].call(listAuditLines, { query: { systemId: 3 } })).reply.lines;
      const about = lines.filter(({ subject }) => subject === `user:${both.userId}`);
      expect(about.filter(({ action }) => action === 'correction.passedOn')).toHaveLength(1);
      expect((await answer(admins[3], id, 'answered')).problem.code).toBe('correction.passedOn');
      expect((await answer(chief, id, 'answered')).status).toBe(200);
      expect((await passOn(admins[3], id)).problem.code).toBe('correction.alreadyAnswered');
    });

    it('goes at once to who may do it where it asks for what one of them may not change, and is seen by all', async () => {
      const { portal, admins } = desk;
      const both = await askForBoth();
      const chief = await portal.superAdmin();
      const agent = await portal.as('support', 3);
      // Somebody of an earlier test administers both systems.
      const findTold = () =>
        portal.context.database.read
          .selectFrom('outgoing_mails as o')
          .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
          .select(['o.recipient_name as name', 'm.purpose', 'm.variables'])
          .where('m.purpose', 'in', ['correctionPassedOn', 'correctionWaits'])
          .orderBy('o.id', 'desc')
          .execute();
      const before = (await findTold()).length;
      await ask(both, 'Mon nom s’écrit Noël.');
      const told = await findTold();
      expect(told).toHaveLength(before + 1);
      expect(told[0]).toMatchObject({ name: 'Aya Côté', purpose: 'correctionPassedOn' });
      expect(told[0]?.variables.note).toMatch(/^Noé Côté demande une correction \(nom ou prénom\)/);
      const passedOn = { at: expect.any(Date), by: '' };
      expect(await of(chief, both.userId)).toMatchObject({ passedOn, person: { mayManage: true } });
      const seen = { passedOn, outcome: null, isAskedElsewhere: false, person: { mayManage: false } };
      expect(await of(admins[3], both.userId)).toMatchObject(seen);
      const params = { id: both.userId };
      const { corrections } = (await agent.call(listCorrectionsOf, { params })).reply;
      expect(corrections).toMatchObject([{ field: 'name', passedOn, askedBy: null }]);
      const { lines } = (await admins[3].call(listAuditLines, { query: { systemId: 3 } })).reply;
      const about = lines.filter(({ subject }) => subject === `user:${both.userId}`);
      expect(about.map(({ action }) => action).toSorted()).toEqual([
        'correction.asked',
        'correction.passedOn',
      ]);
      // The same in the other program: each says that there is another.
      await ask(both, 'Noël, pas Noé.', 2);
      expect(await of(admins[3], both.userId)).toMatchObject({ isAskedElsewhere: true });
      expect(await of(admins[2], both.userId)).toMatchObject({ isAskedElsewhere: true });
      for (const { id, person } of await open(chief))
        if (person.id === both.userId) expect((await answer(chief, id, 'answered')).status).toBe(200);
    });

    it('reaches the administrators of the system that had them first, once it is passed on', async () => {
      const { portal, admins } = desk;
      const { userId } = await portal.make('student', 2, { email: 'ailleurs@etu.example.ca' });
      await desk.makeExam('Été', '2027-06-15', ['ailleurs@etu.example.ca']);
      const theirs = await portal.signIn('ailleurs@etu.example.ca', madePassword);
      await ask(theirs, 'Mon nom', 3, 'other');
      const asked = await of(admins[3], userId);
      expect(asked?.managers.map(({ email }) => email)).toHaveLength(3);
      expect(await of(admins[2], userId)).toBeUndefined();
      await passOn(admins[3], asked?.id ?? 0);
      expect(await of(admins[2], userId)).toMatchObject({ request: 'Mon nom', person: { mayManage: true } });
      expect((await answer(admins[2], asked?.id ?? 0, 'declined', 'Non.')).status).toBe(200);
    });

    it('is written down by support for the caller, goes to who may do it at once, and support reads what became of it', async () => {
      const { portal, admins } = desk;
      const both = await askForBoth();
      const agent = await portal.as('support', 3, { firstName: 'Sam' });
      const params = { id: both.userId };
      const write = (field: 'secondFactor' | 'language') =>
        agent.call(requestCorrectionOf, { params, body: { field, request: 'Téléphone perdu' } });
      const read = async (who = agent) => (await who.call(listCorrectionsOf, { params })).reply;
      const { managers, readers, passedOnFields } = await read();
      expect(readers.length).toBeGreaterThan(0);
      expect(readers.every(({ isSuperAdmin }) => !isSuperAdmin)).toBe(true);
      expect(managers.at(-1)).toMatchObject({ email: testAdmin.email, isSuperAdmin: true });
      // The address of a first start reaches nobody.
      await portal.make('superAdmin', null, { email: firstAddress });
      expect((await read()).managers).toEqual(managers);
      expect(passedOnFields).toEqual(['name', 'email', 'password', 'secondFactor']);
      const countTold = async () =>
        (
          await portal.context.database.read
            .selectFrom('outgoing_mails as o')
            .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
            .select('o.id')
            .where('m.purpose', '=', 'correctionPassedOn')
            .execute()
        ).length;
      const told = await countTold();
      expect((await write('secondFactor')).problem.code).toBe('correction.noSecondFactor');
      const now = portal.context.clock.now();
      const secret = { encrypted_secret: 'x', last_step: 0, started_at: now, confirmed_at: now };
      await systemTransaction(portal.context, (tx) =>
        tx
          .insertInto('totp_secrets')
          .values({ user_id: both.userId, ...secret })
          .execute(),
      );
      expect((await write('secondFactor')).status).toBe(200);
      expect(await countTold()).toBeGreaterThan(told);
      const once = await countTold();
      expect((await write('secondFactor')).status).toBe(200);
      expect((await write('language')).status).toBe(200);
      expect(await countTold()).toBe(once);
      const by = 'Sam Côté';
      expect((await read()).corrections).toMatchObject([
        { field: 'language', askedBy: by, passedOn: null },
        { field: 'secondFactor', askedBy: by, passedOn: { by } },
      ]);
      const chief = await portal.superAdmin();
      const found = (await open(chief)).filter(({ person }) => person.id === both.userId);
      expect(found.map(({ field, isCorrected }) => [field, isCorrected])).toEqual([
        ['secondFactor', false],
        ['language', false],
      ]);
      const waiting = (await open(admins[3])).filter(({ person }) => person.id === both.userId);
      expect(waiting.map(({ field }) => field)).toEqual(['secondFactor', 'language']);
      const own = await both.call(listOwnCorrections);
      expect(own.reply).toMatchObject([
        { field: 'language', askedBy: '', request: '', outcome: null },
        { field: 'secondFactor', askedBy: '', request: '', systemTitle: { fr: 'Examens DC' } },
      ]);
      const abroad = await portal.as('support', 1);
      const written = async (who = agent) => (await who.call(listWrittenCorrections)).reply;
      const writtenHere = async () => (await written()).filter(({ person }) => person.id === both.userId);
      expect(await writtenHere()).toMatchObject([
        { field: 'language', outcome: null, askedBy: by, systemId: 3, person: { fullName: 'Noé Côté' } },
        { field: 'secondFactor', passedOn: { by } },
      ]);
      expect(await written(abroad)).toEqual([]);
      for (const one of found) expect((await answer(chief, one.id, 'answered')).status).toBe(200);
      expect(await writtenHere()).toMatchObject([{ outcome: 'answered' }, { outcome: 'answered' }]);
      const answered_at = secondsAfter(portal.context.clock.now(), -8 * 24 * 60 * 60);
      const ids = found.map(({ id }) => id);
      await portal.context.database.transact((tx) =>
        tx.updateTable('correction_requests').set({ answered_at }).where('id', 'in', ids).execute(),
      );
      expect((await written()).filter(({ id }) => ids.includes(id))).toEqual([]);
      const texts = await readMails(both);
      expect(texts).toContain('l’avait écrite pour vous (langue)');
      expect(own.raw + texts).not.toContain('Téléphone perdu');
      const one = await portal.as('student', 3);
      await ask(one, 'Mon nom');
      const [first] = await written();
      expect(first).toMatchObject({ person: { id: one.userId }, askedBy: null, outcome: null });
      expect((await one.call(withdrawCorrection, { params: { correctionId: first?.id ?? 0 } })).status).toBe(
        200,
      );
      const ofOne = (await agent.call(listCorrectionsOf, { params: { id: one.userId } })).reply;
      expect(ofOne).toMatchObject({ corrections: [], managers: [], passedOnFields: [] });
      expect((await abroad.call(listCorrectionsOf, { params })).problem.code).toBe('user.notFound');
      const body = { field: 'name' as const, request: 'x' };
      expect((await abroad.call(requestCorrectionOf, { params, body })).problem.code).toBe('user.notFound');
    });
  });

  it('is answered without a mail where the account is deactivated', async () => {
    const { portal, admins } = desk;
    const gone = await portal.as('student', 3);
    await ask(gone, 'Langue');
    await admins[3].call(updateUsers, { body: { Ids: [gone.userId], Action: 'deactivate' } });
    const one = (await open(admins[3])).at(-1);
    expect(one?.person).toMatchObject({ id: gone.userId, isActive: false });
    expect((await answer(admins[3], one?.id ?? 0, 'answered')).status).toBe(200);
    expect(await mailsTo(gone.userId)).toEqual([]);
  });

  it('is neither seen nor answered from another system, nor by a candidate or support', async () => {
    await ask(desk.zoe, 'Langue');
    const id = (await open(desk.admins[3])).at(-1)?.id ?? 0;
    expect(await open(desk.admins[2])).toEqual([]);
    expect((await answer(desk.admins[2], id, 'answered')).problem.code).toBe('correction.notFound');
    const support = await desk.portal.as('support', 3);
    for (const who of [desk.zoe, desk.noah, support]) {
      expect((await who.call(listCorrections)).status).toBe(403);
      expect((await answer(who, id, 'answered')).status).toBe(403);
    }
    expect((await desk.noah.call(listOwnCorrections)).reply).toEqual([]);
    expect((await desk.noah.call(listOwnCorrections)).raw).not.toContain('Langue');
  });

  it('goes to a system where they are a student only, and is not blank', async () => {
    expect((await ask(desk.zoe, 'Nom', 2)).problem.code).toBe('system.notFound');
    expect((await ask(desk.admins[3], 'Nom')).problem.code).toBe('system.notFound');
    expect((await ask(desk.zoe, '  ')).problem.errors).toEqual([{ path: 'request', messageKey: 'required' }]);
  });

  it('can be asked for five times a day', async () => {
    const who = await desk.portal.as('student', 3);
    const statuses = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await ask(who, `Essai ${n}`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  // This test comes last, since it moves the clock, and with it the end of every session.
  it('is told by mail to each administrator of its system, once an hour at most, and to no other', async () => {
    const { portal, admins } = desk;
    const waiting = async (who: { userId: number }) =>
      (await mailsTo(who.userId)).filter(({ purpose }) => purpose === 'correctionWaits');
    const askTwice = async () => {
      const lou = await portal.as('student', 3, { firstName: 'Lou' });
      expect((await ask(lou, 'Un')).status).toBe(200);
      expect((await ask(lou, 'Deux')).status).toBe(200);
      return lou;
    };
    const others = [admins[2], await portal.superAdmin()];
    portal.context.clock.advance(3600);
    const before = (await waiting(admins[3])).length;
    others.push(await askTwice());
    expect(await waiting(admins[3])).toHaveLength(before + 1);
    expect((await waiting(admins[3])).at(-1)?.systemId).toBe(3);
    portal.context.clock.advance(3600);
    await askTwice();
    expect(await waiting(admins[3])).toHaveLength(before + 2);
    for (const who of others) expect(await waiting(who)).toEqual([]);
  });

  it('is mailed at once each time where somebody is locked out, also within the hour', async () => {
    const { portal, admins } = desk;
    const waiting = async () =>
      (await mailsTo(admins[3].userId)).filter(({ purpose }) => purpose === 'correctionWaits').length;
    const support = await portal.as('support', 3);
    await ask(await portal.as('student', 3), 'Un nom');
    const before = await waiting();
    const body = { field: 'password' as const, request: 'Carte vue' };
    for (const { userId } of [await portal.make('student', 3), await portal.make('student', 3)])
      expect((await support.call(requestCorrectionOf, { params: { id: userId }, body })).status).toBe(200);
    expect(await waiting()).toBe(before + 2);
  });
});

describe('a request that was written by mistake', () => {
  const withdraw = (who: Caller, correctionId: number) =>
    who.call(withdrawCorrection, { params: { correctionId } });

  it('is taken back by the person who asked while it is open, and by nobody else', async () => {
    const { portal } = desk;
    const admin = await portal.as('admin', 3);
    const another = await portal.as('student', 3);
    const eve = await portal.as('student', 3, { firstName: 'Eve', lastName: 'Roy' });
    await ask(eve, 'Erreur de ma part');
    const asked = (await open(admin)).find(({ person }) => person.id === eve.userId)?.id ?? 0;
    for (const who of [another, admin, await portal.as('support', 3), await portal.superAdmin()])
      expect((await withdraw(who, asked)).problem.code).toBe('correction.notFound');
    const mails = await mailsTo(eve.userId);
    expect((await withdraw(eve, asked)).reply).toBe(true);
    expect((await eve.call(listOwnCorrections)).reply).toEqual([]);
    expect(await mailsTo(eve.userId)).toEqual(mails);
    const { lines } = (await admin.call(listAuditLines, { query: { systemId: 3 } })).reply;
    expect(lines[0]).toMatchObject({
      action: 'correction.withdrawn',
      subject: `user:${eve.userId}`,
      detail: { name: 'Eve Roy', correction: 'name' },
    });
    await ask(eve, 'Une vraie demande');
    const answered = (await open(admin)).find(({ person }) => person.id === eve.userId)?.id ?? 0;
    await answer(admin, answered, 'answered');
    expect((await withdraw(eve, answered)).problem.code).toBe('correction.notFound');
  });

  it('and by support of its system where staff wrote it', async () => {
    const { portal } = desk;
    const admin = await portal.as('admin', 3);
    const { userId } = await portal.make('student', 3, { firstName: 'Ida', lastName: 'Roy' });
    const [here, elsewhere] = [await portal.as('support', 3), await portal.as('support', 2)];
    const body = { field: 'name' as const, request: 'Pour la mauvaise personne' };
    await here.call(requestCorrectionOf, { params: { id: userId }, body });
    const asked = (await open(admin)).find(({ person }) => person.id === userId)?.id ?? 0;
    expect((await withdraw(elsewhere, asked)).problem.code).toBe('correction.notFound');
    expect((await withdraw(here, asked)).reply).toBe(true);
    expect((await here.call(listCorrectionsOf, { params: { id: userId } })).reply.corrections).toEqual([]);
  });
});
