import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@guichet/contract/core/endpoint';
import { createExamSpace } from '@guichet/contract/exams/exams';
import { planReminder } from '@guichet/contract/exams/notices.reminders';
import { takeOutCandidates } from '@guichet/contract/exams/places.removals';
import { importCandidates } from '@guichet/contract/imports/imports';
import { previewUndo } from '@guichet/contract/imports/imports.past';
import { addFile } from '@guichet/contract/mail/messages';
import { listMessageVersions } from '@guichet/contract/mail/messages.versions';
import { saveBanner } from '@guichet/contract/systems/banners';
import { saveContent } from '@guichet/contract/systems/content';
import { listContentVersions } from '@guichet/contract/systems/content.versions';
import { saveLogo } from '@guichet/contract/systems/systems.logo';
import type { WriteTx } from '../../src/core/database/database.ts';
import { nothing } from '../../src/learning/drift/compare.ts';
import { makePng } from '../../src/systems/banners/fixtures/pictures.ts';
import { giveExtraTimeRight } from '../extraTimeRight.ts';
import { coursePlatform, keptLaunch, makeLaunch, platformFacts } from '../launch.ts';
import type { Answer, Caller, TestPortal } from '../portal.ts';

/** What calls can name in a system; each contains the name of its system, so that answers show their origin. */
export interface Things {
  readonly systemId: number;
  readonly examId: number;
  readonly courseId: string;
  readonly candidateId: number;
  readonly learningPlatformId: string;
  /** A person of this system alone, in no exam. */
  readonly personId: number;
  /** What that person asked to have corrected, not answered yet. */
  readonly correctionId: number;
  readonly mailId: number;
  readonly importId: string;
  /** Another exam, without candidates. */
  readonly otherExamId: number;
  /** Of a candidate who was taken out of the exam. */
  readonly removalId: string;
  /** Of the preview of an undo of the import. */
  readonly undoFingerprint: string;
  /** Earlier versions of its message and of its label `Note`, in French. */
  readonly messageVersionId: number;
  readonly contentVersionId: number;
  /** A reminder planned for the last hour of the exam's day. */
  readonly reminderId: number;
  /** A course of a learning platform whose link led to the exam. */
  readonly linkedCourseId: string;
}

export const pdfOf = (mark: string) => ({
  name: 'plan.pdf',
  bytes: `%PDF-1.4\n%${mark}\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n`,
});

export const banner = {
  body: { isDecorative: true, altFr: '', altEn: '' },
  file: { name: 'banniere.png', bytes: makePng(800, 200) },
};

export const logo = { body: {}, file: { name: 'logo.png', bytes: makePng(400, 100) } };

export const markOf = (systemId: number): string => `Marque${systemId}`;

/** The extra time of every candidate, which no answer but one may hold. */
export const plantedFactor = 4.7319;

/** Creates them as `maker`, an admin of the system; the exam is today, the mail and the platform call have failed. */
export async function makeThings(portal: TestPortal, systemId: number, maker: Caller): Promise<Things> {
  await makeLaunch(portal, null, keptLaunch);
  return {
    systemId,
    ...(await makePlainExam(portal, systemId, maker)),
    ...(await makeTexts(portal, systemId, maker)),
    ...(await makePerson(portal, systemId)),
  };
}

/** The same things, but those anew that `request` names: a person, what belongs to an exam, else the texts and files. */
export async function renewThings(
  portal: TestPortal,
  things: Things,
  maker: Caller,
  request: (things: Things) => unknown,
): Promise<Things> {
  const { systemId } = things;
  const named = namesIn(request, things);
  if (named.has('personId') || named.has('correctionId'))
    return { ...things, ...(await makePerson(portal, systemId)) };
  const isOfExam = ofExam.some((name) => named.has(name));
  return {
    ...things,
    ...(await (isOfExam
      ? makePlainExam(portal, systemId, maker, named)
      : makeTexts(portal, systemId, maker))),
  };
}

const ofExam = [
  'examId',
  'courseId',
  'candidateId',
  'learningPlatformId',
  'mailId',
  'importId',
  'otherExamId',
  'removalId',
  'reminderId',
  'undoFingerprint',
  'linkedCourseId',
] as const;

/** The things that a request names, beside the system. */
export function namesIn(request: (things: Things) => unknown, things: Things): Set<keyof Things> {
  const named = new Set<keyof Things>();
  request(
    new Proxy(things, {
      get(target, name: keyof Things) {
        if (name !== 'systemId') named.add(name);
        return target[name];
      },
    }),
  );
  return named;
}

type OfExam = (typeof ofExam)[number];
type Base = Pick<
  Things,
  | 'systemId'
  | 'examId'
  | 'courseId'
  | 'candidateId'
  | 'learningPlatformId'
  | 'mailId'
  | 'importId'
  | 'linkedCourseId'
>;

/** A new exam with a candidate, and those of its other things that are named. */
async function makePlainExam(
  portal: TestPortal,
  systemId: number,
  maker: Caller,
  named: ReadonlySet<string> = new Set(ofExam),
): Promise<Pick<Things, OfExam>> {
  const base = await makeCandidate(portal, systemId, maker);
  const made: Record<string, unknown> = { ...base };
  // In their order: the preview of an undo counts what the others have done.
  for (const [name, make] of Object.entries(furtherThings))
    if (named.has(name)) made[name] = await make(portal, base, maker);
  return made as Pick<Things, OfExam>;
}

async function makeExam(systemId: number, maker: Caller, title: string, examDate: string) {
  const body = { title: `${markOf(systemId)} ${title}`, examDate };
  return (await done(maker.call(createExamSpace, { params: { systemId }, body }))).reply;
}

async function makeCandidate(portal: TestPortal, systemId: number, maker: Caller): Promise<Base> {
  const { database, clock } = portal.context;
  const mark = markOf(systemId);
  const importId = randomUUID();
  const exam = await makeExam(systemId, maker, importId, clock.today());
  await done(
    maker.call(importCandidates, {
      body: {
        systemId,
        languageId: 'fr',
        selectedCourse: exam.courseId,
        sendEmail: true,
        importId,
        columns: { firstName: 0, lastName: 1, email: 2 },
      },
      file: {
        name: 'liste.csv',
        bytes: `Prénom;Nom;Courriel\nLéa;${mark};${importId}@etu.example.ca\nSol;${mark};s${importId}@etu.example.ca`,
      },
    }),
  );
  const enrolment = await database.read
    .selectFrom('enrolments')
    .innerJoin('users', 'users.id', 'enrolments.user_id')
    .select(['user_id', 'learning_platform_id'])
    .where('exam_id', '=', exam.id)
    .where('email', '=', `${importId}@etu.example.ca`)
    .executeTakeFirstOrThrow();
  const absence = {
    key: enrolment.learning_platform_id,
    cause: 'notEnrolled',
    reason: null,
    isRepairable: true,
  } as const;
  const linkedCourseId = await database.transact((tx) => insertLaunchingCourse(tx, systemId, exam.id));
  const mail = await database.transact(async (tx) => {
    await tx
      .insertInto('platform_readings')
      .values({
        system_id: systemId,
        course_id: exam.courseId,
        state: 'done',
        next_try_at: portal.context.clock.now(),
        read_at: portal.context.clock.now(),
        missing: 1,
        findings: JSON.stringify({ ...nothing, missing: [absence] }),
      })
      .execute();
    await tx
      .updateTable('enrolments')
      .set({ list_values: JSON.stringify({ Groupe: 'A' }) })
      .where('exam_id', '=', exam.id)
      .execute();
    // Sol is taken out of the exam below, with an undo.
    const extraTime = { system_id: systemId, exam_id: exam.id, minutes: null, factor: plantedFactor };
    const candidates = tx.selectFrom('enrolments').select('user_id').where('exam_id', '=', exam.id);
    for (const { user_id } of await candidates.execute())
      await tx
        .insertInto('extra_times')
        .values({ ...extraTime, user_id })
        .execute();
    const change = {
      change: 'given',
      changed_at: portal.context.clock.now(),
      changed_by_name: 'Ada',
    } as const;
    await tx
      .insertInto('extra_time_changes')
      .values({ ...change, system_id: systemId, exam_id: exam.id, user_id: enrolment.user_id })
      .execute();
    const confirmed = { system_id: systemId, part: 'address', until: portal.context.clock.now() } as const;
    await tx
      .insertInto('confirmed_handovers')
      .values({ ...confirmed, user_id: enrolment.user_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx
      .insertInto('platform_extra_times')
      .values({
        system_id: systemId,
        course_id: exam.courseId,
        platform_user_id: enrolment.learning_platform_id,
        state: 'failed',
        next_try_at: portal.context.clock.now(),
      })
      .execute();
    await tx
      .insertInto('course_grades')
      .values({
        system_id: systemId,
        exam_id: exam.id,
        user_id: enrolment.user_id,
        points: 60,
        out_of: 100,
        points_before: null,
        out_of_before: null,
        changed_at: null,
      })
      .execute();
    await tx
      .updateTable('exams')
      .set({ pass_percent: 60, grades_read_at: portal.context.clock.now() })
      .where('id', '=', exam.id)
      .execute();
    await tx
      .updateTable('platform_enrolments')
      .set({ state: 'failed' })
      .where('course_id', '=', exam.courseId)
      .execute();
    return tx
      .updateTable('outgoing_mails')
      .set({ state: 'failed' })
      .where('exam_id', '=', exam.id)
      .where('user_id', '=', enrolment.user_id)
      .returning('id')
      .executeTakeFirstOrThrow();
  });
  return {
    systemId,
    examId: exam.id,
    courseId: exam.courseId,
    candidateId: Number(enrolment.user_id),
    learningPlatformId: enrolment.learning_platform_id,
    mailId: Number(mail.id),
    importId,
    linkedCourseId,
  };
}

/** A course of a platform out of service that led to the exam. */
async function insertLaunchingCourse(tx: WriteTx, systemId: number, examId: number): Promise<string> {
  const [id, providerId] = [randomUUID(), randomUUID()];
  const now = new Date();
  const texts = { label_fr: markOf(systemId), label_en: markOf(systemId) };
  const platform = {
    id: providerId,
    kind: 'lti',
    issuer: `https://${providerId}.example`,
    client_id: coursePlatform.clientId,
    lti: platformFacts,
    ...texts,
  } as const;
  await tx
    .insertInto('identity_providers')
    .values({ ...platform, domains: '[]', trusts_factor: false, changed_at: now, disabled_at: now })
    .execute();
  const course = { id, provider_id: providerId, system_id: systemId, exam_id: examId, context_id: id };
  await tx
    .insertInto('lti_courses')
    .values({
      ...course,
      title: markOf(systemId),
      members_address: `https://${providerId}.example/members`,
      seen_at: now,
    })
    .execute();
  return id;
}

type Further = Exclude<OfExam, keyof Base>;
type Make<T> = (portal: TestPortal, base: Base, maker: Caller) => Promise<T>;

const furtherThings: { readonly [Name in Further]: Make<Things[Name]> } = {
  otherExamId: async (portal, { systemId, importId }, maker) =>
    (await makeExam(systemId, maker, `Autre ${importId}`, portal.context.clock.today())).id,
  removalId: async (portal, { systemId, examId, importId }, maker) => {
    const removalId = randomUUID();
    const sol = await portal.context.database.read
      .selectFrom('users')
      .select('id')
      .where('email', '=', `s${importId}@etu.example.ca`)
      .executeTakeFirstOrThrow();
    await done(
      maker.call(takeOutCandidates, {
        params: { systemId, examId },
        body: { userIds: [sol.id], removalId },
      }),
    );
    return removalId;
  },
  reminderId: async (_, { systemId, examId }, maker) => {
    const params = { systemId, examId };
    return (await done(maker.call(planReminder, { params, body: { daysBefore: 0, hour: 23 } }))).reply.id;
  },
  undoFingerprint: async (_, { systemId, importId }, maker) => {
    const { reply } = await done(maker.call(previewUndo, { params: { systemId, importId } }));
    return 'fingerprint' in reply ? reply.fingerprint : '';
  },
};

async function makeTexts(portal: TestPortal, systemId: number, maker: Caller) {
  const mark = markOf(systemId);
  const inFrench = { params: { systemId, languageId: 'fr' as const } };
  await done(maker.call(addFile, { ...inFrench, body: {}, file: pdfOf(mark) }));
  await done(maker.call(saveBanner, { params: { systemId }, ...banner }));
  await done((await portal.superAdmin()).call(saveLogo, { params: { systemId }, ...logo }));
  const note = { systemId, languageId: 'fr', label: 'Note' } as const;
  await done(maker.call(saveContent, { params: note, body: { content: mark } }));
  await done(maker.call(saveContent, { params: note, body: { content: `${mark} ${randomUUID()}` } }));
  const versions = await done(maker.call(listMessageVersions, inFrench));
  const noteVersions = await done(maker.call(listContentVersions, { params: note }));
  return {
    messageVersionId: versions.reply.at(-1)?.id ?? 0,
    contentVersionId: noteVersions.reply[1]?.id ?? 0,
  };
}

async function makePerson(portal: TestPortal, systemId: number) {
  const person = await portal.make('student', systemId, { lastName: markOf(systemId) });
  const { database, clock } = portal.context;
  await giveExtraTimeRight(portal, person, systemId);
  const correction = await database.transact((tx) =>
    tx
      .insertInto('correction_requests')
      .values({
        system_id: systemId,
        user_id: person.userId,
        field: 'name',
        request: markOf(systemId),
        asked_at: clock.now(),
        outcome: null,
        answered_at: null,
        answered_by_name: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return { personId: person.userId, correctionId: Number(correction.id) };
}

async function done<E extends Endpoint>(call: Promise<Answer<E>>): Promise<Answer<E>> {
  const answer = await call;
  if (answer.status !== 200) throw new Error(answer.raw);
  return answer;
}

/** Ids of things that do not exist. */
export function missingThings(systemId: number): Things {
  return {
    systemId,
    examId: 987_654_321,
    courseId: 'DC-0000-nobody',
    candidateId: 987_654_321,
    learningPlatformId: `${systemId}-987654321`,
    personId: 987_654_321,
    correctionId: 987_654_321,
    mailId: 987_654_321,
    importId: '00000000-0000-4000-8000-000000000000',
    otherExamId: 987_654_321,
    removalId: '00000000-0000-4000-8000-000000000000',
    undoFingerprint: 'of-no-import',
    messageVersionId: 987_654_321,
    contentVersionId: 987_654_321,
    reminderId: 987_654_321,
    linkedCourseId: '00000000-0000-4000-8000-000000000000',
  };
}
