/** Calls that change nothing, or whose every answer is intentionally new (tokens, not forms); each with the reason. */
export const eachIsItsOwn: Record<string, string> = {
  login: 'each sign-in opens a new session',
  handOff: 'each is a new one-time token, valid for a minute',
  issueTicket: 'each is a new one-time ticket, valid for seconds',
  askForPasskey: 'each is a new challenge',
  askForProof: 'each is a new challenge',
  sendEmailTest: 'a test asked for again is another test; five a minute are sent, others refused with 429',
  recordExport: 'each is another file, and the log tells of each',
  tryMailServer: 'each is another test mail; five a minute are sent, others refused with 429',
  tryLearningPlatform: 'each asks the platform anew',
  tryPlatform: 'each asks the platform anew',
  tryPlatformWithCourse: 'each makes its course anew, and removes it',
  tryProvider: 'each asks the provider anew',
  compareCourse: 'each asks the platform anew',
  tryApplication: 'each reads the metadata anew',
  beginFederatedSignIn: 'each is a new state, valid for an hour and one answer',
  beginConsent: 'each is a new state, valid for 15 minutes and one answer',
  renewCalendarFeed: 'each is a new address, and only the last of them works',
};

/** GETs that write; all others only read. */
export const changingGets = ['deleteFile'];
