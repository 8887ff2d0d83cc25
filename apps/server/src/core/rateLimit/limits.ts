import { recordedTries } from '@guichet/contract/core/audit';
import type { Config } from '../runtime/config.ts';

export interface RateLimit {
  /** Attempts within the window before the next attempt has to wait. */
  readonly max: number | ((config: Config) => number);
  readonly windowSeconds: number;
  /** Each attempt beyond `max` doubles the wait, from a second up to this; absent: until the window ends. */
  readonly maxWaitSeconds?: number;
}

const minute = 60;
const hour = 60 * minute;

/** Every rate limit by name; brackets name its key. */
export const rateLimits = {
  /** Sign-ins, successful ones too (network); generous, since a campus shares an address (readings §2). */
  signInNetwork: { max: ({ signInsPerMinute }) => signInsPerMinute, windowSeconds: minute },
  /** Failed sign-ins (account, from a network or device): five free, then up to 15 minutes (readings §2). */
  signIn: { max: 5, windowSeconds: 12 * hour, maxWaitSeconds: 15 * minute },
  /** Failed sign-ins from all networks, but no known devices (account): NIST SP 800-63B, 5.2.2 allows 100. */
  signInAccount: { max: 100, windowSeconds: hour, maxWaitSeconds: minute },
  /** Wrong passwords and codes in the audit log (account, reason), in the window of failed sign-ins: as many as are free. */
  signInTriesRecorded: { max: recordedTries, windowSeconds: 12 * hour },
  /** Other refused sign-ins in the audit log (account, reason): one line in that window. */
  signInRecorded: { max: 1, windowSeconds: 12 * hour },
  /** Codes of a second factor (account): more than typing errors need, too few to guess six digits. */
  secondFactor: { max: 30, windowSeconds: hour },
  /** Codes that confirm a new authenticator app (account), until the app is confirmed. */
  totpSetUp: { max: 20, windowSeconds: 15 * minute },
  /** Wrong current passwords in an open session (account), against guesses in an unattended session. */
  currentPassword: { max: 10, windowSeconds: hour },
  /** Requests for a reset link, for any address, known or not (network; e-mail address; readings §2). */
  resetLinkNetwork: { max: 10, windowSeconds: minute },
  resetLinkEmail: { max: 3, windowSeconds: hour },
  /** Invalid links from mails (network), and refused passwords for others (account): more than a campus mistypes, hopeless against 256 bits (ASVS 6.6.3). */
  linkGuess: { max: 60, windowSeconds: minute },
  /** Requests of applications for a sign-in (network): each is kept for an hour, also without anybody signed in. */
  applicationRequest: { max: ({ signInsPerMinute }) => 2 * signInsPerMinute, windowSeconds: minute },
  /** Invalid hand-off tokens (network); valid tokens are not counted. */
  handOff: { max: 60, windowSeconds: minute },
  /** New addresses that somebody requests for their own account (account): each request sends a mail. */
  ownAddress: { max: 5, windowSeconds: 24 * hour },
  /** Corrections that a person requests (account). */
  correction: { max: 5, windowSeconds: 24 * hour },
  /** Fetches of a candidate's calendar (account): several devices may fetch every quarter of an hour. */
  calendarFeed: { max: 60, windowSeconds: hour },
  /** Operations that send an administrator's own text; one for any number of people (readings §5). */
  ownMail: { max: 100, windowSeconds: hour },
  /** Mails about exams to a person (account); further mails wait (`mail/outbox/sending/mailsToOne.ts`). */
  mailsToOne: { max: 10, windowSeconds: hour },
  /** Mails about an account with an administrator's own words (e-mail address): more than any help needs. */
  givenMailToOne: { max: 10, windowSeconds: hour },
  /** Links, invitations and requests that somebody sends for single people (account): beyond any morning's calls. */
  supportMail: { max: 200, windowSeconds: hour },
  /** Test mails of a message (account). */
  testMail: { max: 5, windowSeconds: minute },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;
