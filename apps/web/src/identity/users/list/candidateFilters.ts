import { languages } from '@guichet/contract/core/language';
import type { ListedUser } from '@guichet/contract/identity/users';
import { placeStates } from '@guichet/contract/learning/learning.states';
import { mailStates } from '@guichet/contract/mail/outbox.states';
import { choiceParam, type ValuesOf } from '../../../core/address/useAddress.ts';

/** Address parameters that filter the candidates of an exam by equal values. */
export const candidateFilterParams = {
  /** `missing`: no mail about the exam has reached them; `toInvite`: no invitation was sent or is to be sent. */
  mail: choiceParam([...mailStates, 'none', 'missing', 'toInvite'], null),
  platform: choiceParam(placeStates, null),
  language: choiceParam(languages, null),
  /** Candidates who have never signed in. */
  only: choiceParam(['notSignedIn'], null),
  result: choiceParam(['present', 'attested', 'unattested'], null),
};

export type CandidateFilters = ValuesOf<typeof candidateFilterParams>;

export const noFilters: CandidateFilters = {
  mail: null,
  platform: null,
  language: null,
  only: null,
  result: null,
};

export function countFilters({ mail, platform, language, only, result }: CandidateFilters): number {
  return [mail, platform, language, only, result].filter((value) => value !== null).length;
}

export function filterCandidates(
  users: readonly ListedUser[],
  { mail, platform, language, only, result }: CandidateFilters,
): readonly ListedUser[] {
  return users.filter(
    (user) =>
      (mail === null || hasMail(user, mail)) &&
      (platform === null || user.platformState === platform) &&
      (language === null || user.language === language) &&
      (only === null || user.hasSignedIn === false) &&
      (result === null ||
        (result === 'present'
          ? user.presence?.state === 'present'
          : user.isAttested === (result === 'attested'))),
  );
}

function hasMail(user: ListedUser, mail: NonNullable<CandidateFilters['mail']>): boolean {
  if (mail === 'missing') return lacksMail(user);
  return mail === 'toInvite' ? user.isToInvite === true : (user.mailState ?? 'none') === mail;
}

/** Whether a candidate has no invitation, no mail that tells of the exam has left to them, or the last one came back. */
export function lacksMail({ isInvited, isToInvite, mailState }: ListedUser): boolean {
  return isInvited === false || isToInvite || mailState === 'bounced';
}
