import type { Language } from '@guichet/contract/core/language';

/** What the portal has recorded of somebody's account on a platform. */
export interface Recorded {
  /** The platform's own id of it; null while there is none. */
  readonly externalId: string | null;
  /** How it signed in when it became the portal's; null where that is not known. */
  readonly authentication: string | null;
  /** It was there before and is used by permission: names, address and key there are its own. */
  readonly isJoined: boolean;
}

export interface Person {
  /** Our key for the person on this platform (Moodle: idnumber; Brightspace: OrgDefinedId). */
  readonly key: string;
  /** Absent: nothing, as of `unrecorded`. */
  readonly recorded?: Recorded;
  /** The portal knows nothing of the person but the key any more: only the address is to be set. */
  readonly hasLeft?: true;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly language: Language;
}
