import { createHash } from 'node:crypto';
import type { Language } from '@guichet/contract/core/language';
import type { ListValues } from '@guichet/contract/core/listValues';
import type { UndoCounts, UndoPart, UndoReason } from '@guichet/contract/imports/imports.past';
import type { Removed } from '../../exams/enrolments/enrolments.service.ts';
import type { ExtraTime } from '../../learning/learning.service.ts';

/** The present facts about a person of an import. Name and address are null once the account is deleted. */
export interface PersonFacts {
  readonly line: number;
  readonly userId: number;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  /** The import's effects on this person: enrolment, new account, student role. */
  readonly isPlaced: boolean;
  readonly isNewAccount: boolean;
  readonly isRoleNew: boolean;
  /** Another import made the account and was undone while the person was still enrolled elsewhere. */
  readonly isMadeByUndone: boolean;
  /** Whether the person is in the import's exam, and whether through the import's own enrolment. */
  readonly isEnrolled: boolean;
  readonly isSamePlace: boolean;
  /** The person was moved from the import's exam to one that they are in. */
  readonly isMoved: boolean;
  readonly platformUserId: string | null;
  readonly isAttested: boolean;
  readonly isTicked: boolean;
  readonly isPlaceChanged: boolean;
  readonly isListedAgain: boolean;
  readonly hasPlatformPlace: boolean;
  readonly hasSignedIn: boolean;
  readonly hasPassword: boolean;
  readonly isDeactivated: boolean;
  readonly isAccountChanged: boolean;
  readonly hasAskedForLink: boolean;
  /** The person has a role that comes from no undone import. */
  readonly hasOtherRole: boolean;
  /** The person has the student role of the system. */
  readonly isStudent: boolean;
  readonly isEnrolledElsewhere: boolean;
  /** The person is enrolled in another exam of the system. */
  readonly isEnrolledInSystem: boolean;
  /** Mails about this exam that wait to leave; leaving and failed mails do not count. */
  readonly unsentMails: number;
  readonly hasMailLeft: boolean;
  /** The account is deactivated and gets no mail. */
  readonly isUnmailed: boolean;
  /** The corrections of the person by the import; null without any. */
  readonly corrected: Corrected | null;
  readonly language: Language | null;
  /** The person's values in kept columns, in the import's exam. */
  readonly listValues: ListValues | null;
  /** The person's extra time, where the import changed it. */
  readonly extraTime: ExtraTime | null;
  /** The new address behind a link that nobody has opened yet. */
  readonly pendingEmail: string | null;
  /** Somebody has opened a link mailed to the corrected address, or another account has the former one. */
  readonly isAddressTaken: boolean;
  /** Whether the mail that the address was changed has left to the former one. */
  readonly isChangeTold: boolean;
  /** Whether the mail with the link to the new address has left. */
  readonly isLinkMailed: boolean;
  /** Whether the caller may correct what the import did. */
  readonly mayCorrect: boolean;
}

export interface UndoDecision {
  readonly person: PersonFacts;
  readonly takes: readonly UndoPart[];
  readonly stays: readonly UndoReason[];
}

/** Takes back from a person only what the import alone did and nobody changed since (readings §5). */
export function decideUndo(person: PersonFacts): UndoDecision {
  if (person.email === null) return { person, takes: [], stays: ['deleted'] };
  const isWrittenTo = person.isChangeTold || person.isLinkMailed || (person.isPlaced && person.hasMailLeft);
  const sent = isWrittenTo ? (['mailSent'] as const) : [];
  if (person.corrected) {
    const { takes, stays } = decideCorrection(person, person.corrected);
    return { person, takes, stays: [...stays, ...sent] };
  }
  if (!person.isPlaced) return { person, takes: [], stays: ['wasThere'] };
  const whyEnrolled = reasonsToStayEnrolled(person);
  const isTakenOut = whyEnrolled.length === 0;
  const isOut = isTakenOut || !person.isEnrolled;
  const whyAccount = isOut ? reasonsToKeepAccount(person) : [];
  const takesAccount = isOut && whyAccount.length === 0;
  // That somebody was moved says that they are in another exam.
  const isSaid = (why: UndoReason) => why === 'enrolledElsewhere' && whyEnrolled.includes('moved');
  const takesRole =
    isOut &&
    !takesAccount &&
    !person.isNewAccount &&
    person.isRoleNew &&
    person.isStudent &&
    !person.isEnrolledInSystem;
  const takes: readonly (UndoPart | false)[] = [
    isTakenOut && 'enrolment',
    takesAccount && 'account',
    takesRole && 'role',
    isTakenOut && person.unsentMails > 0 && 'mail',
    isTakenOut && person.hasPlatformPlace && 'place',
  ];
  return {
    person,
    takes: takes.filter((part) => part !== false),
    stays: [...whyEnrolled, ...sent, ...whyAccount.filter((why) => !isSaid(why))],
  };
}

/** Whom the list corrected was in the exam before; all that was corrected of them goes back, or nothing. */
function decideCorrection(
  person: PersonFacts,
  { email, list, extraTime, ...rest }: Corrected,
): Omit<UndoDecision, 'person'> {
  const fields = Object.entries(rest) as [keyof typeof rest, { readonly to: string }][];
  const isListed = Object.entries(list?.to ?? {}).every(
    ([column, value]) => (person.listValues?.[column] ?? null) === value,
  );
  const isGiven = !extraTime || isSame(person.extraTime, extraTime.to);
  const stands = isListed && isGiven && fields.every(([name, { to }]) => person[name] === to);
  const isAddressOurs = email?.isLink
    ? person.email === email.from && person.pendingEmail === email.to
    : !email || (person.email === email.to && !person.isAddressTaken);
  if (!stands || !isAddressOurs) return { takes: [], stays: ['wasThere', 'correctedSince'] };
  if (!person.mayCorrect) return { takes: [], stays: ['wasThere', 'outOfReach'] };
  const isFurther = email !== undefined || list !== undefined || fields.length > 0;
  const takes = [isFurther && ('correction' as const), extraTime && ('extraTime' as const)];
  return { takes: takes.filter((part) => part !== false && part !== undefined), stays: [] };
}

function isSame(one: ExtraTime | null, other: ExtraTime): boolean {
  return one?.minutes === other.minutes && one.factor === other.factor;
}

function reasonsToStayEnrolled(person: PersonFacts): readonly UndoReason[] {
  if (!person.isEnrolled) return [person.isMoved ? 'moved' : 'takenOut'];
  if (!person.isSamePlace) return ['enrolledAnew'];
  return reasons({
    attested: person.isAttested,
    presenceTicked: person.isTicked,
    enrolmentChanged: person.isPlaceChanged,
    listedAgain: person.isListedAgain,
  });
}

function reasonsToKeepAccount(person: PersonFacts): readonly UndoReason[] {
  // An account goes with the last undo: when nothing is left in it that anybody else gave.
  if (!person.isNewAccount && !person.isMadeByUndone) return ['knownAccount'];
  const hasUsed = person.hasSignedIn || person.hasPassword;
  return reasons({
    signedIn: person.hasSignedIn,
    passwordChosen: person.hasPassword && !person.hasSignedIn,
    deactivated: person.isDeactivated,
    // A sign-in, a password and a deactivation change the account too.
    accountChanged: person.isAccountChanged && !hasUsed && !person.isDeactivated,
    linkAsked: person.hasAskedForLink,
    otherRole: person.hasOtherRole,
    enrolledElsewhere: person.isEnrolledElsewhere,
  });
}

function reasons(of: Partial<Record<UndoReason, boolean>>): UndoReason[] {
  return (Object.keys(of) as UndoReason[]).filter((reason) => of[reason]);
}

/** `unsentNotices`: the unsent mails to people whom the list took out, which the undo stops. */
export function countParts(
  decisions: readonly UndoDecision[],
  { removals, unsentNotices }: { readonly removals: number; readonly unsentNotices: number },
): UndoCounts {
  const extraTimes = decisions.filter(({ takes }) => takes.includes('extraTime')).length;
  const taking = (part: UndoPart) => decisions.filter(({ takes }) => takes.includes(part));
  return {
    enrolments: taking('enrolment').length,
    accounts: taking('account').length,
    roles: taking('role').length,
    mails: taking('mail').reduce((sum, { person }) => sum + person.unsentMails, unsentNotices),
    places: taking('place').length,
    corrections: taking('correction').length,
    ...(extraTimes > 0 && { extraTimes }),
    removals,
  };
}

/** The people whom the undo takes out after a mail about the exam had left: they would come in vain. */
export function listTellable(decisions: readonly UndoDecision[]): number[] {
  return decisions
    .filter(({ takes, person }) => takes.includes('enrolment') && person.hasMailLeft && !person.isUnmailed)
    .map(({ person }) => person.userId);
}

export function countReasons(decisions: readonly UndoDecision[]): Partial<Record<UndoReason, number>> {
  const counts: Partial<Record<UndoReason, number>> = {};
  for (const reason of decisions.flatMap(({ stays }) => stays)) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

/** Hash of all decisions: equal when two previews decide the same for everybody. */
export function fingerprintDecisions(decisions: readonly UndoDecision[], removed: readonly Removed[]) {
  const hash = createHash('sha256');
  for (const { userId, state } of removed) hash.update(`${userId} ${state};`);
  for (const { person, takes, stays } of decisions)
    hash.update(JSON.stringify([person.userId, person.unsentMails, takes, stays]));
  return hash.digest('hex');
}

interface Values<T> {
  readonly from: T;
  readonly to: T;
}

/** The corrections of a person by an import, as `import_people` keeps it for the undo. */
export interface Corrected {
  readonly firstName?: Values<string>;
  readonly lastName?: Values<string>;
  readonly language?: Values<Language>;
  /** The values of kept columns; null for none. */
  readonly list?: Values<Readonly<Record<string, string | null>>>;
  /** From null: the person had none. */
  readonly extraTime?: { readonly from: ExtraTime | null; readonly to: ExtraTime };
  readonly email?: Values<string> & {
    /** Whether the address waits for the link mailed to it. */
    readonly isLink: boolean;
    /** The key of the mail to the former address; null with a link. */
    readonly noticeKey: string | null;
    /** Moments that the change of the address set in the account, as they were, by column. */
    readonly times: Readonly<Record<string, string | null>>;
  };
}
