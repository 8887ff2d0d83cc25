import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Endpoint } from '../core/endpoint.ts';
import { listCorrections, listCorrectionsOf } from '../exams/candidate.corrections.ts';
import { listOwnExams } from '../exams/candidate.ts';
import { getTimeLine } from '../exams/notices.reminders.ts';
import { listImports } from '../imports/imports.past.ts';
import { listSystemWork } from './home.ts';

const both = { fr: '', en: '' };
const at = '2026-11-28T14:00:00.000Z';
const correction = {
  ...{ id: 1, systemTitle: both, field: 'secondFactor', request: '', askedAt: at },
  ...{ outcome: null, note: '', answeredAt: null, askedBy: null, passedOn: null, systemId: 3 },
};
const person = {
  ...{ id: 7, fullName: 'Zoé Côté', email: 'zoe@example.ca', language: 'fr', studentNumber: null },
  ...{ isActive: true, mayManage: true, mayCorrect: true },
};
const ownExam = {
  ...{
    examId: 5,
    systemTitle: both,
    title: both,
    date: '2026-12-01',
    startTime: '',
    endTime: '',
    endDate: '',
  },
  ...{
    hasExtraTime: false,
    ownEnd: null,
    isHandedOver: false,
    place: both,
    placeUrl: '',
    instructions: both,
  },
  ...{ state: 'today', isPast: false, entry: 'open', contact: { email: null, phone: null, office: null } },
  entryPath: both,
};
const work = {
  ...{ systemId: 3, comingExams: 0, nextExams: [], examsFailedOnPlatform: 0, examsDrifted: 0, examsShut: 0 },
  ...{ examsRepaired: 0, rowsRepaired: 0, unresolvedMails: 0, messageGap: null, reminderGap: null },
  ...{ examsInOneLanguage: 0, examsIncomplete: 0, examsUntold: 0, examsClashing: 0, examsNotSignedIn: 0 },
};
const pastImport = {
  ...{
    id: 'a',
    fileName: 'liste.csv',
    at,
    by: null,
    examId: 5,
    exam: '',
    examDate: '2026-12-01',
    rows: 1,
    placed: 1,
  },
  ...{
    accounts: 1,
    alreadyThere: 0,
    mails: 0,
    corrected: 0,
    takenOut: 0,
    awaited: 0,
    undone: null,
    isMailed: false,
  },
  ...{ undo: 'possible', undoUntil: '2026-12-08' },
};
const firstSteps = ['exam', 'text', 'list', 'people'].map((step) => ({ step, isDone: false }));
const letter = { subjectFr: '', subjectEn: '', audience: 'all', fileName: null, missing: 0, leftOut: 0 };
const reminder = {
  ...{ id: 9, daysBefore: 1, hour: 9, at, state: 'stopped', mails: null, unsentBecause: null },
  ...{ madeBy: '', letter, leaving: 0, failed: 0 },
};
const timeLine = {
  ...{ endTime: '', endDate: '', people: [], tooSoon: 0, mailUnderWay: 0, lacksLink: [] },
  ...{ reminders: [reminder], plannedMails: [] },
};

// While one process after another is replaced, a page of this version is answered by one of the version before (UPGRADE.md).
test.each<[string, Endpoint, unknown, unknown]>([
  ['their exams', listOwnExams, [ownExam], [{ documents: [] }]],
  [
    'requests',
    listCorrections,
    [{ ...correction, person, isCorrected: null, answeredBy: null, managers: [] }],
    [{ person: { hasSecondFactor: null } }],
  ],
  [
    "a person's requests",
    listCorrectionsOf,
    { corrections: [correction], managers: [], passedOnFields: [] },
    { corrections: [{ done: both }] },
  ],
  [
    'the mails about an exam',
    getTimeLine,
    timeLine,
    { reminders: [{ filed: 0, letter: { isPlannable: false, plannedAt: null } }] },
  ],
  ['past imports', listImports, { imports: [pastImport], totalItems: 1 }, { imports: [{ setAside: null }] }],
  ['the first steps', listSystemWork, [{ ...work, firstSteps }], [{ firstSteps }]],
])('a page reads %s also from a process of the version before', (_, { reply }, body, read) => {
  if (reply.kind !== 'json') throw new Error('not JSON');
  expect(z.decode(reply.schema, body as never)).toMatchObject(read as object);
});
