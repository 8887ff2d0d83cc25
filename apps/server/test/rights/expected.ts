import type { Endpoint } from '@guichet/contract/core/endpoint';
import type { Answer } from '../portal.ts';
import type { Kind } from './people.ts';
import { onlyInOnesOwnName, type Right } from './rights.ts';

/** `admitted`: carried out, or refused for a reason unrelated to the caller. */
export type Outcome = 'admitted' | 'signIn' | 'denied' | 'notFound' | `${number} ${string}`;

const rank = { student: 0, support: 1, admin: 2, superAdmin: 3 } as const;
const needed = { participant: 0, support: 1, admin: 2, superAdmin: 3 } as const;

/** The expected result for this kind of person and a thing of system `own`. */
export function expectedResult(name: string, right: Right, kind: Kind): Outcome {
  if (right === 'anyone') return 'admitted';
  if (kind === 'signedOut' || kind === 'deactivated') return 'signIn';
  if (kind === 'impersonated') {
    return onlyInOnesOwnName.includes(name) ? 'denied' : expectedResult(name, right, 'admin');
  }
  if (right === 'signedIn') return 'admitted';
  if (kind !== 'otherAdmin') return rank[kind] >= needed[right.least] ? 'admitted' : 'denied';
  if (right.on === 'its' || rank.admin < needed[right.least]) return 'denied';
  return right.on === 'thing' ? 'notFound' : 'admitted';
}

const refusals = [
  'access.denied',
  'extraTime.denied',
  'session.impersonating',
  'role.notYours',
  'role.ofGuest',
  'user.outOfReach',
];

/** Valid requests by permitted people that still end in an error, and which. */
const endsIn: Record<string, string> = {
  addPasskey: 'factor.setUpOver',
  changeOpenIdClient: 'openid.unknown',
  renewOpenIdSecret: 'openid.unknown',
  removeOpenIdClient: 'openid.unknown',
  signInToApplication: 'openid.requestOver',
  removeProvider: 'federation.unknown',
  unlinkOwnIdentity: 'federation.notLinked',
  unlinkUserIdentity: 'federation.notLinked',
  changePlatform: 'platform.notFound',
  decideDoubt: 'platform.doubtGone',
  removePlatform: 'platform.notFound',
  listAccountMatches: 'platform.notFound',
  joinAccounts: 'platform.notFound',
  releaseAccount: 'platform.notFound',
  readCalendarFeed: 'calendar.notFound',
  passOnCorrection: 'correction.yours',
  readMailOf: 'mail.notFound',
  readOwnMail: 'mail.notFound',
  getOwnMailDocument: 'mail.notFound',
  requestCorrection: 'system.notFound',
  withdrawCorrection: 'correction.notFound',
  confirmTotp: 'factor.setUpOver',
  chooseFirstPassword: 'account.passwordAlreadyChosen',
  endOwnSession: 'session.notFound',
  planReminder: 'reminder.alreadyPlanned',
  sendLetter: 'letter.nobody',
  resumeLetter: 'letter.nobody',
  // The reminder of these tests is no letter; letters.test.ts has others ask for one.
  getPlannedLetter: 'reminder.notFound',
  changePlannedLetter: 'reminder.notFound',
  redeemHandOff: 'handOff.refused',
  refresh: 'session.refreshRefused',
  sendReminder: 'reminder.nobody',
  testLetter: 'message.empty',
};

export function outcomeOf(name: string, { status, problem }: Answer<Endpoint>): Outcome {
  if (problem === undefined) return 'admitted';
  if (problem.code === endsIn[name]) return 'admitted';
  if (problem.code === 'session.missing') return 'signIn';
  if (refusals.includes(problem.code)) return 'denied';
  return status === 404 ? 'notFound' : `${status} ${problem.code}`;
}
