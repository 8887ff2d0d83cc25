import type { Language } from '@guichet/contract/core/language';
import { personTextNames, textsAs } from '@guichet/contract/core/personTexts';
import type { Exam } from '@guichet/contract/exams/exams';
import type { ListedExam } from '@guichet/contract/exams/exams.list';
import type { MailForecast, TextForReaders } from '@guichet/contract/exams/notices.invitations';
import type { ListedUser } from '@guichet/contract/identity/users';
import type { UserInfo } from '@guichet/contract/identity/users.changes';
import type { FoundUser } from '@guichet/contract/identity/users.search';
import type { Message } from '@guichet/contract/mail/messages';
import type { PersonHistory } from '@guichet/contract/overview/support';
import { noTexts as noExamTexts } from '../exams/exam/examFacts.ts';

export function someListedExam(given: Partial<ListedExam> = {}): ListedExam {
  return {
    id: 12,
    title: 'Hiver 2027',
    titleEn: '',
    date: '2099-02-12',
    startTime: '',
    endTime: '',
    placeFr: '',
    placeEn: '',
    lastDay: '',
    numberOfCandidates: 412,
    courseId: 'dc-12',
    platformState: 'done',
    places: { done: 412 },
    arrived: 412,
    mails: { sent: 412 },
    mailsToFormer: 0,
    formerCandidates: 0,
    hasBeenMailed: false,
    differences: 0,
    shutQuizzes: 0,
    readBackAt: new Date('2027-01-12T14:00:00Z'),
    lastReadAt: new Date('2027-01-12T14:00:00Z'),
    mayAttest: false,
    ...given,
  };
}

/** The texts of a person of whom only name and address are known. */
export const noTexts = textsAs(personTextNames, () => null);

export function someExam(given: Partial<Exam> = {}): Exam {
  return {
    ...noExamTexts,
    id: 12,
    titleFr: 'Hiver 2027',
    titleEn: 'Winter 2027',
    title: 'Hiver 2027',
    examDate: '2027-02-01',
    startTime: '',
    endTime: '',
    endDate: '',
    courseId: 'DC-1',
    numberOfCandidates: 3,
    isCancelled: false,
    version: 1,
    sequence: 0,
    savedAt: null,
    savedBy: null,
    toTell: 0,
    textsBehind: [],
    hasBeenMailed: false,
    ...given,
  };
}

export function someUser(given: Partial<ListedUser> = {}): ListedUser {
  const { firstName = 'Zoé', lastName = 'Côté' } = given;
  return {
    id: 1,
    firstName,
    lastName,
    fullName: `${firstName} ${lastName}`,
    email: 'zoe.cote@exemple.ca',
    role: 'DC',
    ...noTexts,
    isActive: true,
    isSelf: false,
    learningPlatformId: null,
    mailState: null,
    platformState: null,
    language: null,
    isMailed: null,
    isInvited: null,
    isToInvite: false,
    hasSignedIn: null,
    isAttested: null,
    presence: null,
    notPresent: null,
    ...given,
  };
}

/** An exam of a person that says nothing more than its day. */
export const noExamFacts = { startTime: '', endTime: '', endDate: '', place: '', instructions: '' };

export function someUserInfo(given: Partial<UserInfo> = {}): UserInfo {
  return {
    id: 1,
    firstName: 'Zoé',
    lastName: 'Côté',
    fullName: 'Zoé Côté',
    email: 'zoe.cote@exemple.ca',
    newEmail: null,
    isActive: true,
    isGuest: false,
    language: 'fr',
    ...noTexts,
    newsLetter: false,
    subscriptionDate: '2026-09-01',
    lastVisitDate: null,
    emailConfirmed: true,
    linkDue: false,
    mustChoosePassword: false,
    hasSecondFactor: false,
    lock: null,
    mayLock: true,
    exams: [],
    externalList: [],
    extraTimeRights: [],
    listRole: ['DC'],
    listExamBS: [],
    undelivered: null,
    mayManage: false,
    deletableFrom: null,
    mayCorrect: false,
    maySetRoles: false,
    mayBeStaff: true,
    mustKeepRole: false,
    elsewhere: [],
    soleAdminOf: [],
    byGroups: [],
    ...given,
  };
}

export function someHistory(given: Partial<PersonHistory> = {}): PersonHistory {
  return {
    entries: [],
    isCut: false,
    mayGetLink: true,
    unknownSince: null,
    wrongTries: null,
    invitations: [],
    whoMay: null,
    isInSeveral: false,
    ...given,
  };
}

export function someFoundUser(given: Partial<FoundUser> = {}): FoundUser {
  return {
    id: 1,
    fullName: 'Zoé Côté',
    email: 'zoe.cote@exemple.ca',
    isActive: true,
    subscriptionDate: '2026-09-01',
    createdAt: new Date('2026-09-01T15:00:00Z'),
    lastVisitDate: null,
    isVisitHidden: false,
    isLocked: false,
    linkDue: false,
    roles: [],
    ...noTexts,
    attestation: 0,
    numberOfWorkshops: 0,
    mayManage: true,
    ...given,
  };
}

/** A message with the link to a first password. */
export function someMessage(change: Partial<Message> = {}): Message {
  return {
    subject: 'Convocation',
    body: '<p><a href="{{setPasswordUrl}}">Choisir</a></p>',
    preheader: '',
    fileName: null,
    savedAt: null,
    comparedTo: null,
    ...change,
  };
}

/** The forecast of a mail that by default lacks nothing for readers of either language. */
export function someForecast(
  given: Partial<Record<Language, Partial<TextForReaders>>> & { isExamOver?: boolean } = {},
): MailForecast {
  const of = (language: Language): TextForReaders => {
    const whole = {
      isOlder: false,
      lacksLink: false,
      lacksFile: false,
      facts: [],
      inOtherLanguage: [],
      withoutValue: [],
    };
    return { language, ...whole, ...given[language] };
  };
  return { fr: of('fr'), en: of('en'), isExamOver: given.isExamOver ?? false };
}

/** The frames of mails of system 3 and the university, by which nobody can be reached. */
export function someUnreachableFrames() {
  const sender = { emailFrom: null, emailFromName: null, emailFromNameEn: null };
  const frame = { ...sender, replyTo: null, phone: null, officeFr: null, officeEn: null };
  const ids = { id: 3, slug: 'dc', name: 'DC', coursePrefix: 'DC', templateId: null, semesterId: null };
  const system = { ...ids, ...frame, logoId: null, isArchived: false };
  return { systems: [system], university: frame, senderDomains: null };
}
