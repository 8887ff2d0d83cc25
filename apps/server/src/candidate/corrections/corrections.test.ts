import { listAuditLines } from '@guichet/contract/audit';
import {
  answerCorrection,
  findOwnData,
  listCorrections,
  listOwnCorrections,
  requestCorrection,
} from '@guichet/contract/candidate.corrections';
import { correctUser } from '@guichet/contract/users.changes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../test/portal.ts';
import { type CandidateDesk, openCandidateDesk } from '../fixtures/candidateDesk.ts';

let desk: CandidateDesk;
beforeAll(async () => {
  desk = await openCandidateDesk();
});
afterAll(() => desk.portal.close());

const ask = (who: Caller, request: string, systemId = 3) =>
  who.call(requestCorrection, { body: { systemId, field: 'name', request } });
const open = async (who: Caller) => (await who.call(listCorrections)).reply;
const answer = (who: Caller, correctionId: number, outcome: 'answered' | 'declined', note = 'Fait.') =>
  who.call(answerCorrection, { params: { correctionId }, body: { outcome, note } });

describe('what the portal keeps of a person', () => {
  it('is shown to her, with the systems where she may ask for a correction', async () => {
    const { reply } = await desk.zoe.call(findOwnData);
    expect(reply).toMatchObject({ firstName: 'Zoé', email: 'zoe@etu.example.ca', language: 'fr' });
    expect(reply.systems).toEqual([{ systemId: 3, title: { fr: 'Examens DC', en: 'DC Exams' } }]);
    expect((await desk.admins[3].call(findOwnData)).reply.systems).toEqual([]);
  });
});

describe('a correction', () => {
  it('stands with the administrators of that system until one answers, and she reads the answer', async () => {
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
    expect(lines.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['correction.asked', 'correction.declined']),
    );
  });

  it('says how the person is now, and whether she has been corrected since', async () => {
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
    await correct('Côté');
    const [named, exam] = await open(admin);
    expect([named?.isCorrected, exam?.isCorrected]).toEqual([true, null]);
    expect(named?.person).toEqual({
      id: zoe.userId,
      fullName: 'Zoé Côté',
      email: 'zoe@etu.example.ca',
      language: 'fr',
      studentNumber: null,
    });
    for (const one of [named, exam]) await answer(admin, one?.id ?? 0, 'answered');
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

  it('goes to a system where she is a student only, and is not blank', async () => {
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
});
