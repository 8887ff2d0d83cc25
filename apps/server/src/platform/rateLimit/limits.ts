import type { Config } from '../runtime/config.ts';

/** How often something may happen under one key. */
export interface RateLimit {
  /** So many are counted within the window before the next one has to wait. */
  readonly max: number | ((config: Config) => number);
  readonly windowSeconds: number;
  /**
   * Each one beyond `max` doubles the wait for the next, from one second up to this. Without it the wait is for the end
   * of the window.
   */
  readonly maxWaitSeconds?: number;
}

const minute = 60;
const hour = 60 * minute;

/** Every rate limit, by the name under which it is counted. Each is counted per key, which stands in brackets. */
export const rateLimits = {
  /** Sign-ins, right ones too (network); generous, since a campus sits behind one address (readings §2). */
  signInNetwork: { max: ({ signInsPerMinute }) => signInsPerMinute, windowSeconds: minute },
  /** Failed sign-ins (account from one network, or on one known device); five are free, then up to 15 minutes (readings §2). */
  signIn: { max: 5, windowSeconds: 12 * hour, maxWaitSeconds: 15 * minute },
  /** Failed sign-ins from everywhere, known devices apart (account): NIST SP 800-63B, 5.2.2 allows 100 in a row. */
  signInAccount: { max: 100, windowSeconds: hour, maxWaitSeconds: minute },
  /** Codes of a second factor (account): far more than anybody mistypes, far too few to guess six digits. */
  secondFactor: { max: 30, windowSeconds: hour },
  /** Codes that confirm a new authenticator app (account), while its secret waits. */
  totpSetUp: { max: 20, windowSeconds: 15 * minute },
  /** Wrong answers to "who are you" in an open session (account): nobody who finds one open guesses the password there. */
  currentPassword: { max: 10, windowSeconds: hour },
  /** Requests for a reset link, known addresses and unknown ones alike (network; e-mail address; readings §2). */
  resetLinkNetwork: { max: 10, windowSeconds: minute },
  resetLinkEmail: { max: 3, windowSeconds: hour },
  /** Links of mails that are none (network), more than a campus mistypes, nothing to a guesser of 256 bits (ASVS 6.6.3). */
  linkGuess: { max: 60, windowSeconds: minute },
  /** Hand-off tokens that are none (network); whoever shows good ones is not counted. */
  handOff: { max: 60, windowSeconds: minute },
  /** Mails whose words an administrator chooses (account): nobody writes at will in the university's name. */
  ownMail: { max: 100, windowSeconds: hour },
  /** Test mails of a message (account): two clicks are two tests, a button that somebody leans on is not. */
  testMail: { max: 5, windowSeconds: minute },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;
