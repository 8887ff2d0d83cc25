import type { Config } from '../runtime/config.ts';

export interface RateLimit {
  /** Attempts within the window before the next one has to wait. */
  readonly max: number | ((config: Config) => number);
  readonly windowSeconds: number;
  /** Each attempt beyond `max` doubles the wait, from one second up to this. Without it: until the end of the window. */
  readonly maxWaitSeconds?: number;
}

const minute = 60;
const hour = 60 * minute;

/** Every rate limit by name; its key is given in brackets. */
export const rateLimits = {
  /** Sign-ins, successful ones too (network); generous, since a campus shares one address (readings §2). */
  signInNetwork: { max: ({ signInsPerMinute }) => signInsPerMinute, windowSeconds: minute },
  /** Failed sign-ins (account from one network, or on one known device); five are free, then up to 15 minutes (readings §2). */
  signIn: { max: 5, windowSeconds: 12 * hour, maxWaitSeconds: 15 * minute },
  /** Failed sign-ins from all networks, without known devices (account): NIST SP 800-63B, 5.2.2 allows 100 in a row. */
  signInAccount: { max: 100, windowSeconds: hour, maxWaitSeconds: minute },
  /** Codes of a second factor (account): more than typing errors need, too few to guess six digits. */
  secondFactor: { max: 30, windowSeconds: hour },
  /** Codes that confirm a new authenticator app (account), until it is confirmed. */
  totpSetUp: { max: 20, windowSeconds: 15 * minute },
  /** Wrong current passwords in an open session (account), so that an unattended session cannot be used to guess. */
  currentPassword: { max: 10, windowSeconds: hour },
  /** Requests for a reset link, known addresses and unknown ones alike (network; e-mail address; readings §2). */
  resetLinkNetwork: { max: 10, windowSeconds: minute },
  resetLinkEmail: { max: 3, windowSeconds: hour },
  /** Invalid links from mails (network): more than a campus mistypes, useless against 256 bits (ASVS 6.6.3). */
  linkGuess: { max: 60, windowSeconds: minute },
  /** Invalid hand-off tokens (network); valid ones are not counted. */
  handOff: { max: 60, windowSeconds: minute },
  /** New addresses that somebody asks for on her own account (account): each one mails somebody. */
  ownAddress: { max: 5, windowSeconds: 24 * hour },
  /** Corrections that a person asks for (account). */
  correction: { max: 5, windowSeconds: 24 * hour },
  /** Fetches of a candidate's calendar (account): several devices that ask every quarter of an hour. */
  calendarFeed: { max: 60, windowSeconds: hour },
  /**
   * Operations that send a text of an administrator's choice (account), against bulk mail in the university's name; one counts
   * once, to however many people it goes (readings §5).
   */
  ownMail: { max: 100, windowSeconds: hour },
  /** Mails about exams to one person (account); what is above it waits (`mail/outbox/sending/mailsToOne.ts`). */
  mailsToOne: { max: 10, windowSeconds: hour },
  /** Mails about an account with an administrator's own words (e-mail address): more than a helped person needs. */
  givenMailToOne: { max: 10, windowSeconds: hour },
  /** Links and invitations that somebody sends to single people (account): more than a morning of telephone calls. */
  supportMail: { max: 200, windowSeconds: hour },
  /** Test mails of a message (account). */
  testMail: { max: 5, windowSeconds: minute },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;
