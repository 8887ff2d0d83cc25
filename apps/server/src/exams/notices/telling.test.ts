import { createExamSpace, editExam, getExam } from '@guichet/contract/exams/exams';
import { announceExam } from '@guichet/contract/exams/notices';
import {
  moveCandidates,
  putBackCandidates,
  takeOutCandidates,
} from '@guichet/contract/exams/places.removals';
import { importCandidates } from '@guichet/contract/imports/imports';
import { retryMail } from '@guichet/contract/mail/outbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

const facts = {
  titleFr: 'Oral',
  titleEn: '',
  examDate: '2027-05-03',
  startTime: '09:00',
  endTime: '',
  placeFr: '',
  placeEn: '',
  placeUrl: '',
  instructionsFr: '',
  instructionsEn: '',
};

class ToldExam {
  readonly id: number;
  readonly #courseId: string;
  #version = 1;

  constructor({ id, courseId }: { id: number; courseId: string }) {
    this.id = id;
    this.#courseId = courseId;
  }

  static async make(): Promise<ToldExam> {
    const { titleFr: title, ...rest } = facts;
    const body = { title, ...rest, requestId: portal.context.clock.uuid() };
    return new ToldExam((await admin.call(createExamSpace, { params: { systemId: 3 }, body })).reply);
  }

  get params() {
    return { systemId: 3, examId: this.id };
  }

  /** `mailsAt`: when their mails leave; null for no mails. */
  async place(names: readonly string[], mailsAt: string | null = null): Promise<void> {
    const lines = names.map((name) => `${name};Côté;${name}.${this.#courseId}@etu.example.ca`);
    const file = { name: 'liste.csv', bytes: ['Prénom;Nom;Courriel', ...lines].join('\n') };
    const mails = mailsAt === null ? { sendEmail: false } : { sendEmail: true, ...(mailsAt && { mailsAt }) };
    const body = { systemId: 3, languageId: 'fr' as const, selectedCourse: this.#courseId, ...mails };
    expect((await admin.call(importCandidates, { body, file })).reply).toBe(names.length);
    portal.context.clock.advance(1);
  }

  /** Returns the number of people who are to be told. */
  async edit(given: Partial<typeof facts>): Promise<number> {
    const body = { ...facts, ...given, version: this.#version };
    const { reply } = await admin.call(editExam, { params: this.params, body });
    if ('outcome' in reply) throw new Error('somebody else has changed it');
    this.#version = reply.version;
    portal.context.clock.advance(1);
    return reply.toTell;
  }

  /** The people who are told, each with the former hour that the mail gives. */
  async announce(): Promise<Record<string, unknown>> {
    const { reply } = await admin.call(announceExam, { params: this.params });
    const mails = (await this.mails()).filter(({ purpose }) => purpose === 'examChanged');
    expect(mails.length).toBe(reply);
    return Object.fromEntries(
      mails.map(({ name, variables }) => [name, (variables as unknown as Told).formerTime]),
    );
  }

  async mails() {
    const rows = await portal.context.database.read
      .selectFrom('outgoing_mails as o')
      .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
      .select(['o.id', 'o.user_id', 'o.recipient_name', 'o.state', 'o.planned_for', 'o.next_try_at'])
      .select(['m.purpose', 'm.html', 'm.text', 'm.variables'])
      .where('o.exam_id', '=', this.id)
      .orderBy('o.id')
      .execute();
    return rows.map((row) => ({ ...row, name: row.recipient_name.split(' ')[0] ?? '' }));
  }

  async toTell(): Promise<number> {
    return (await admin.call(getExam, { params: this.params })).reply.toTell;
  }

  async idOf(name: string): Promise<number> {
    const email = `${name}.${this.#courseId}@etu.example.ca`.toLowerCase();
    const { read } = portal.context.database;
    return (
      await read.selectFrom('users').select('id').where('email_key', '=', email).executeTakeFirstOrThrow()
    ).id;
  }
}

interface Told {
  readonly formerTime: string;
}

const at9 = '9\u00a0h (heure de l’Est)';
const at10 = '10\u00a0h (heure de l’Est)';

describe('a change of an exam is told to each candidate who knows otherwise', () => {
  it('also where the exam was changed before anybody was in it', async () => {
    const exam = await ToldExam.make();
    expect(await exam.edit({ startTime: '10:00' })).toBe(0);
    await exam.place(['zoe']);
    expect(await exam.edit({ startTime: '11:00' })).toBe(1);
    expect(await exam.announce()).toEqual({ zoe: at10 });
  });

  it('from what they knew: who came between two changes from the one between them', async () => {
    const exam = await ToldExam.make();
    await exam.place(['zoe']);
    expect(await exam.edit({ startTime: '10:00' })).toBe(1);
    await exam.place(['late']);
    expect(await exam.edit({ startTime: '11:00' })).toBe(2);
    expect(await exam.announce()).toEqual({ zoe: at9, late: at10 });
    expect(await exam.toTell()).toBe(0);
  });

  it('and where it is taken back, to those alone who came in between', async () => {
    const exam = await ToldExam.make();
    await exam.place(['zoe']);
    await exam.edit({ startTime: '10:00' });
    await exam.place(['late']);
    expect(await exam.edit({ startTime: '09:00' })).toBe(1);
    expect(await exam.announce()).toEqual({ late: at10 });
  });

  it('also when they were out of the exam meanwhile, and were put back', async () => {
    const exam = await ToldExam.make();
    await exam.place(['zoe']);
    const removalId = portal.context.clock.uuid();
    const userIds = [await exam.idOf('zoe')];
    await admin.call(takeOutCandidates, { params: exam.params, body: { userIds, removalId } });
    expect(await exam.edit({ startTime: '10:00' })).toBe(0);
    await admin.call(putBackCandidates, { params: exam.params, body: { removalId } });
    expect(await exam.toTell()).toBe(1);
    expect(await exam.announce()).toEqual({ zoe: at9 });
  });

  it('but not of the exam to which they were moved after its change', async () => {
    const [from, to] = [await ToldExam.make(), await ToldExam.make()];
    await from.place(['zoe']);
    await to.edit({ startTime: '10:00' });
    const body = {
      userIds: [await from.idOf('zoe')],
      removalId: portal.context.clock.uuid(),
      toExamId: to.id,
      sendEmail: false,
    };
    await admin.call(moveCandidates, { params: from.params, body });
    expect(await to.toTell()).toBe(0);
  });
});

describe('an invitation that has not left when the exam changes', () => {
  it('says what holds, also in lines that it had left out, and its people need not be told', async () => {
    const exam = await ToldExam.make();
    await exam.place(['zoe'], '2027-04-20T08:00');
    const [before] = await exam.mails();
    expect(before?.html).not.toContain('{{examPlace}}');
    expect(await exam.edit({ startTime: '14:00', placeFr: 'Salle 99' })).toBe(0);
    const [mail, ...others] = await exam.mails();
    expect(others).toEqual([]);
    expect(mail?.variables).toMatchObject({ examTime: '14\u00a0h (heure de l’Est)', examPlace: 'Salle 99' });
    expect(mail?.html).toContain('{{examPlace}}');
    expect(mail?.text).toContain('{{examPlace}}');
    expect(mail?.planned_for).toEqual(before?.planned_for);
    expect(await exam.announce()).toEqual({});
  });

  it('says new instructions as well, and its people need not be told', async () => {
    const exam = await ToldExam.make();
    await exam.place(['zoe'], '2027-04-20T08:00');
    expect(await exam.edit({ titleFr: 'Oral B', instructionsFr: 'Apportez une pièce d’identité.' })).toBe(0);
    const [mail] = await exam.mails();
    expect(mail?.variables).toMatchObject({
      examTitle: 'Oral B',
      examInstructions: 'Apportez une pièce d’identité.',
    });
    expect(await exam.announce()).toEqual({});
  });

  it('leaves at once where it was planned for an hour after the new end of the exam', async () => {
    const exam = await ToldExam.make();
    await exam.place(['zoe'], '2027-04-20T08:00');
    await exam.edit({ examDate: '2027-04-19' });
    const [mail] = await exam.mails();
    expect(mail?.planned_for).toBeNull();
    expect(mail?.next_try_at.getTime()).toBeLessThanOrEqual(portal.context.clock.now().getTime());
    expect(mail?.variables).toMatchObject({ examDate: 'lundi 19\u00A0avril 2027' });
    const lines = await portal.context.database.read
      .selectFrom('audit_lines')
      .select(['action', 'detail'])
      .where('subject', '=', `exam:${exam.id}`)
      .where('action', '=', 'mails.plannedSent')
      .execute();
    expect(lines).toEqual([{ action: 'mails.plannedSent', detail: { mails: 1 } }]);
  });
});

describe('an invitation that is sent again', () => {
  it.each([
    ['has arrived', { state: 'sent' }],
    ['failed', { state: 'failed' }],
  ] as const)(
    'says what holds where the first one %s, and its reader need not be told',
    async (_what, outcome) => {
      const exam = await ToldExam.make();
      await exam.place(['zoe', 'other'], '');
      const [first] = await exam.mails();
      const sentAt = portal.context.clock.now();
      await portal.context.database.transact((tx) =>
        tx
          .updateTable('outgoing_mails')
          .set({ ...outcome, sent_at: outcome.state === 'sent' ? sentAt : null })
          .where('exam_id', '=', exam.id)
          .execute(),
      );
      expect(await exam.edit({ startTime: '15:00', placeFr: 'Salle 77' })).toBe(2);
      await admin.call(retryMail, { params: { mailId: first?.id ?? 0 } });
      const mails = await exam.mails();
      const again = mails.findLast(({ name }) => name === first?.name);
      expect(again?.state).toBe('queued');
      expect(again?.variables).toMatchObject({
        examTime: '15\u00a0h (heure de l’Est)',
        examPlace: 'Salle 77',
      });
      expect(again?.html).toContain('{{examPlace}}');
      // A mail that has left stays as it was.
      if (outcome.state === 'sent') expect(mails[0]?.variables).toEqual(first?.variables);
      expect(await exam.toTell()).toBe(1);
    },
  );
});
