import {
  answerCorrection,
  listCorrections,
  passOnCorrection,
  requestCorrection,
} from '@guichet/contract/exams/candidate.corrections';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../../../../test/portal.ts';
import { systemTransaction } from '../../../core/audit/audit.service.ts';
import { insertStudent } from '../../../identity/users/users.service.ts';
import { type CandidateDesk, openCandidateDesk } from '../fixtures/candidateDesk.ts';

let desk: CandidateDesk;
beforeAll(async () => {
  desk = await openCandidateDesk();
});
afterAll(() => desk.portal.close());

it('a request about another system of the person goes to its administrators in one press, whose request it then is, and to no third system', async () => {
  const { portal, admins } = desk;
  const both = await portal.as('student', 3, { firstName: 'Noé' });
  const now = portal.context.clock.now();
  const role = { userId: both.userId, systemId: 2, tenantScope: 'all' as const, now };
  await systemTransaction(portal.context, (tx) => insertStudent(tx, role));
  const ofTwo = await portal.as('admin', 2, { firstName: 'Aya' });
  const body = { systemId: 3, field: 'other' as const, request: 'Remettez-moi dans l’examen de PDI.' };
  await both.call(requestCorrection, { body });
  const of = async (who: Caller) =>
    (await who.call(listCorrections)).reply.find(({ person }) => person.id === both.userId);
  const asked = await of(admins[3]);
  const others = [{ systemId: 2, title: { fr: 'Examens PDI', en: 'PDI Exams' } }];
  expect(asked).toMatchObject({ systemId: 3, others });
  const params = { correctionId: asked?.id ?? 0 };
  const give = (who: Caller, systemId: number) => who.call(passOnCorrection, { params, query: { systemId } });
  expect((await give(portal.nobody, 2)).problem.code).toBe('session.missing');
  expect((await give(await portal.as('support', 3), 2)).problem.code).toBe('access.denied');
  expect((await give(ofTwo, 2)).problem.code).toBe('correction.notFound');
  expect((await give(admins[3], 4)).problem.code).toBe('system.notFound');
  expect((await give(admins[3], 2)).reply).toBe(true);
  expect(await of(admins[3])).toBeUndefined();
  expect(await of(ofTwo)).toMatchObject({ systemId: 2, id: params.correctionId });
  const mails = portal.context.database.read.selectFrom('outgoing_mails').select('system_id as systemId');
  expect(await mails.where('user_id', '=', ofTwo.userId).execute()).toEqual([{ systemId: 2 }]);
  expect((await give(admins[3], 2)).problem.code).toBe('correction.notFound');
  const answer = { outcome: 'answered' as const, note: 'Fait.' };
  expect((await ofTwo.call(answerCorrection, { params, body: answer })).reply).toBe(true);
  const lines = await portal.context.database.read
    .selectFrom('audit_lines')
    .select('system_id as systemId')
    .where('action', '=', 'correction.passedOn')
    .where('subject', '=', `user:${both.userId}`)
    .execute();
  expect(lines.map(({ systemId }) => systemId).sort()).toEqual([2, 3]);
});

it('a request of a person names exams of its own system alone', async () => {
  const email = 'ofTwo@etu.example.ca';
  const both = await desk.portal.as('student', 3, { email });
  const now = desk.portal.context.clock.now();
  const role = { userId: both.userId, systemId: 2, tenantScope: 'all' as const, now };
  await systemTransaction(desk.portal.context, (tx) => insertStudent(tx, role));
  const ask = async (examId: number) => {
    const body = { systemId: 3, field: 'exam' as const, request: 'Le matin', examId };
    return (await both.call(requestCorrection, { body })).problem?.code;
  };
  expect(await ask(await desk.makeExam('De PDI', '2027-05-05', [email], 2))).toBe('exam.notFound');
  expect(await ask(await desk.makeExam('De DC', '2027-05-05', [email]))).toBeUndefined();
});
