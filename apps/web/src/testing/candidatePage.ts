import { listLeftExams, listOwnExams, type OwnExam } from '@guichet/contract/exams/candidate';
import { findCalendarFeed } from '@guichet/contract/exams/candidate.calendar';
import { findOwnData, listOwnCorrections } from '@guichet/contract/exams/candidate.corrections';
import { listOwnMails } from '@guichet/contract/mail/outbox.own';
import type { fakeServer } from './fakeServer.ts';
import { noTexts } from './samples.ts';

/**
 * Default replies for a candidate's page: no exam, feed, mail or correction, and the data of Zoé. A test
 * overrides the replies that matter to it.
 */
export function candidatePage(server: ReturnType<typeof fakeServer>): void {
  server.on(listOwnExams).reply(() => []);
  server.on(listLeftExams).reply(() => []);
  server.on(findCalendarFeed).reply(() => ({ address: null, since: null }));
  server.on(listOwnMails).reply(() => []);
  server.on(listOwnCorrections).reply(() => []);
  server.on(findOwnData).reply(() => ({
    firstName: 'Zoé',
    lastName: 'Côté',
    email: 'zoe.cote@exemple.ca',
    language: 'fr',
    ...noTexts,
    newsLetter: false,
    subscriptionDate: '2026-09-01',
    lastVisitDate: null,
    systems: [{ systemId: 3, title: { fr: 'Examens DC', en: 'DC Exams' } }],
  }));
}

export function someOwnExam(given: Partial<OwnExam> = {}): OwnExam {
  return {
    examId: 12,
    systemTitle: { fr: 'Examens DC', en: 'DC Exams' },
    title: { fr: 'Hiver 2027', en: 'Winter 2027' },
    date: '2027-02-12',
    startTime: '09:00',
    endTime: '12:30',
    endDate: '',
    hasExtraTime: false,
    ownEnd: null,
    isHandedOver: false,
    place: { fr: 'Salle 204', en: 'Room 204' },
    placeUrl: 'https://plan.example.ca/204',
    instructions: { fr: 'Apportez votre carte.', en: 'Bring your card.' },
    documents: [],
    state: 'toCome',
    isPast: false,
    entry: 'toOpen',
    contact: {
      email: 'bureau@exemple.ca',
      phone: '613 555-0100',
      office: { fr: 'Bureau 12', en: 'Office 12' },
    },
    entryPath: { fr: '/dc?orgId=dc-12', en: '/dc?orgId=dc-12' },
    ...given,
  };
}
