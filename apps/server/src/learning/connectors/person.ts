import type { Language } from '@guichet/contract/core/language';

/** The portal's record of a person's account on a platform. */
export interface Recorded {
  /** The platform's own id of the account; null while there is none. */
  readonly externalId: string | null;
  /** How the account signed in when it became the portal's; null where that is not known. */
  readonly authentication: string | null;
  /** The account was there before and is used by permission: it keeps its own name, address and key. */
  readonly isJoined: boolean;
}

export interface Person {
  /** Our key for the person on this platform (Moodle: idnumber; Brightspace: OrgDefinedId). */
  readonly key: string;
  /** Absent: nothing is recorded, as in `unrecorded`. */
  readonly recorded?: Recorded;
  /** The portal knows no more of this person than the key: only the address is to be set. */
  readonly hasLeft?: true;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly language: Language;
}
