import type { ListedCohort } from '@guichet/contract/cohorts';
import type { PersonHistory } from '@guichet/contract/support';
import type { ListedUser } from '@guichet/contract/users';
import type { UserInfo } from '@guichet/contract/users.changes';
import { personTextNames, textsAs } from '@guichet/contract/users.personTexts';
import type { FoundUser } from '@guichet/contract/users.search';

export function someCohort(given: Partial<ListedCohort> = {}): ListedCohort {
  return {
    id: 12,
    title: 'Hiver 2027',
    date: '2099-02-12',
    numberOfCandidates: 412,
    courseId: 'dc-12',
    platformState: 'done',
    places: { done: 412 },
    mails: { sent: 412 },
    mayAttest: false,
    ...given,
  };
}

/** A person of whom only name and address are known. */
export const noTexts = textsAs(personTextNames, () => null);

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
    hasSignedIn: null,
    isAttested: null,
    ...given,
  };
}

export function someUserInfo(given: Partial<UserInfo> = {}): UserInfo {
  return {
    id: 1,
    firstName: 'Zoé',
    lastName: 'Côté',
    fullName: 'Zoé Côté',
    email: 'zoe.cote@exemple.ca',
    newEmail: null,
    isActive: true,
    language: 'fr',
    ...noTexts,
    newsLetter: false,
    subscriptionDate: '2026-09-01',
    lastVisitDate: null,
    emailConfirmed: true,
    mustChoosePassword: false,
    hasSecondFactor: false,
    lock: null,
    mayLock: true,
    exams: [],
    externalList: [],
    listRole: ['DC'],
    listExamBS: [],
    undelivered: null,
    mayManage: false,
    maySetRoles: false,
    soleAdminOf: [],
    ...given,
  };
}

export function someHistory(given: Partial<PersonHistory> = {}): PersonHistory {
  return { entries: [], isCut: false, mayGetLink: true, invitations: [], whoMay: null, ...given };
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
    ...noTexts,
    attestation: 0,
    numberOfWorkshops: 0,
    mayManage: true,
    ...given,
  };
}
