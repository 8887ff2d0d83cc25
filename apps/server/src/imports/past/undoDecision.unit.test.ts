import { expect, it } from 'vitest';
import { decideUndo, fingerprintDecisions, type PersonFacts } from './undoDecision.ts';

/** A person whom the import made and enrolled: mailed, on the platform, and untouched since. */
const untouched: PersonFacts = {
  line: 2,
  userId: 7,
  firstName: 'Zoé',
  lastName: 'Côté',
  email: 'zoe@etu.example.ca',
  isPlaced: true,
  isNewAccount: true,
  isRoleNew: true,
  isMadeByUndone: false,
  isEnrolled: true,
  isSamePlace: true,
  platformUserId: 'g7',
  isAttested: false,
  isTicked: false,
  isMoved: false,
  isPlaceChanged: false,
  isListedAgain: false,
  hasPlatformPlace: true,
  hasSignedIn: false,
  hasPassword: false,
  isDeactivated: false,
  isAccountChanged: false,
  hasAskedForLink: false,
  hasOtherRole: false,
  isStudent: true,
  isEnrolledElsewhere: false,
  isEnrolledInSystem: false,
  unsentMails: 1,
  hasMailLeft: false,
  isUnmailed: false,
  corrected: null,
  listValues: null,
  language: 'fr',
  pendingEmail: null,
  extraTime: null,
  isAddressTaken: false,
  isChangeTold: false,
  isLinkMailed: false,
  mayCorrect: true,
};
/** In the exam before; the import corrected the name, and the address: at once or behind a link. */
const corrected: PersonFacts = {
  ...{ ...untouched, isPlaced: false, isNewAccount: false },
  corrected: {
    lastName: { from: 'Cote', to: 'Côté' },
    email: { from: 'z@a.ca', to: 'zoe@etu.example.ca', isLink: false, noticeKey: null, times: {} },
  },
};
const linked: PersonFacts = {
  ...{ ...corrected, email: 'z@a.ca', pendingEmail: 'zoe@etu.example.ca', isAddressTaken: true },
  corrected: {
    email: { from: 'z@a.ca', to: 'zoe@etu.example.ca', isLink: true, noticeKey: null, times: {} },
  },
};
const known = { ...untouched, isNewAccount: false };

const cases: [string, PersonFacts, string, string][] = [
  ['untouched', untouched, 'enrolment account mail place', ''],
  ['mailed', { ...untouched, unsentMails: 0, hasMailLeft: true }, 'enrolment account place', 'mailSent'],
  [
    'signed in',
    { ...untouched, hasSignedIn: true, hasPassword: true, isAccountChanged: true },
    'enrolment mail place',
    'signedIn',
  ],
  [
    'with a password',
    { ...untouched, hasPassword: true, isAccountChanged: true },
    'enrolment mail place',
    'passwordChosen',
  ],
  [
    'deactivated',
    { ...untouched, isDeactivated: true, isAccountChanged: true },
    'enrolment mail place',
    'deactivated',
  ],
  ['corrected', { ...untouched, isAccountChanged: true }, 'enrolment mail place', 'accountChanged'],
  ['sent a link', { ...untouched, hasAskedForLink: true }, 'enrolment mail place', 'linkAsked'],
  [
    'with a role and an exam elsewhere',
    { ...untouched, hasOtherRole: true, isEnrolledElsewhere: true },
    'enrolment mail place',
    'otherRole enrolledElsewhere',
  ],
  ['attested', { ...untouched, isAttested: true }, '', 'attested'],
  [
    'corrected in the list',
    { ...untouched, isPlaceChanged: true, hasMailLeft: true },
    '',
    'enrolmentChanged mailSent',
  ],
  ['ticked', { ...untouched, isTicked: true }, '', 'presenceTicked'],
  ['on a later list too', { ...untouched, isListedAgain: true }, '', 'listedAgain'],
  [
    'taken out',
    { ...untouched, isEnrolled: false, isSamePlace: false, hasPlatformPlace: false, unsentMails: 0 },
    'account',
    'takenOut',
  ],
  [
    'moved',
    { ...untouched, isEnrolled: false, isSamePlace: false, isEnrolledElsewhere: true },
    '',
    'takenOut enrolledElsewhere',
  ],
  [
    'moved to another exam',
    { ...untouched, isEnrolled: false, isSamePlace: false, isMoved: true, isEnrolledElsewhere: true },
    '',
    'moved',
  ],
  ['taken out and enrolled again', { ...untouched, isSamePlace: false }, '', 'enrolledAnew'],
  ['known before', known, 'enrolment role mail place', 'knownAccount'],
  ['known before, a student already', { ...known, isRoleNew: false }, 'enrolment mail place', 'knownAccount'],
  [
    'known before, the role taken since',
    { ...known, isStudent: false },
    'enrolment mail place',
    'knownAccount',
  ],
  [
    'known before, in another exam since',
    { ...known, isEnrolledInSystem: true, isEnrolledElsewhere: true },
    'enrolment mail place',
    'knownAccount',
  ],
  [
    'made by an import that is undone',
    { ...known, isMadeByUndone: true, isRoleNew: false },
    'enrolment account mail place',
    '',
  ],
  [
    'made by an import that is undone, in another system',
    { ...known, isMadeByUndone: true },
    'enrolment account mail place',
    '',
  ],
  [
    'made by an import that is undone, and signed in',
    { ...known, isMadeByUndone: true, hasSignedIn: true, isAccountChanged: true },
    'enrolment role mail place',
    'signedIn',
  ],
  [
    'made by an import that is undone, with a role and an exam elsewhere',
    { ...known, isMadeByUndone: true, isRoleNew: false, hasOtherRole: true, isEnrolledElsewhere: true },
    'enrolment mail place',
    'otherRole enrolledElsewhere',
  ],
  ['in the exam before', { ...known, isPlaced: false }, '', 'wasThere'],
  ['corrected', corrected, 'correction', ''],
  ['corrected again', { ...corrected, lastName: 'Roy' }, '', 'wasThere correctedSince'],
  ['whose new address is in use', { ...corrected, isAddressTaken: true }, '', 'wasThere correctedSince'],
  ['corrected by somebody with more rights', { ...corrected, mayCorrect: false }, '', 'wasThere outOfReach'],
  ['with a link to a new address', linked, 'correction', ''],
  ['with such a link that was mailed', { ...linked, isLinkMailed: true }, 'correction', 'mailSent'],
  ['whose former address was told', { ...corrected, isChangeTold: true }, 'correction', 'mailSent'],
  ['who has opened that link', { ...linked, email: 'zoe@etu.example.ca' }, '', 'wasThere correctedSince'],
  [
    'deleted',
    { ...untouched, firstName: null, lastName: null, email: null, isEnrolled: false },
    '',
    'deleted',
  ],
];

it.each(cases)('takes back from a person %s what the import alone did', (_what, facts, takes, stays) => {
  const decision = decideUndo(facts);
  expect([decision.takes.join(' '), decision.stays.join(' ')]).toEqual([takes, stays]);
});

it('has another fingerprint as soon as it would do something else to somebody', () => {
  const print = (more: object) => fingerprintDecisions([decideUndo({ ...untouched, ...more })], []);
  expect(print({ lastName: 'Roy' })).toBe(print({}));
  const others = [{ userId: 8 }, { unsentMails: 2 }, { isListedAgain: true }, { hasMailLeft: true }];
  expect(new Set([{}, ...others].map(print)).size).toBe(5);
});
