/** Calls that change nothing by themselves, or whose every answer is a new thing on purpose: not forms, but keys. */
export const eachIsItsOwn: Record<string, string> = {
  login: 'each sign-in opens a session of its own',
  handOff: 'each is a pass of its own, for a minute and for one use',
  issueTicket: 'each is a ticket of its own, for seconds and for one use',
  askForPasskey: 'each is a challenge of its own',
  askForProof: 'each is a challenge of its own',
  sendEmailTest: 'a test asked for again is another test; five a minute are sent, others refused with 429',
};

/** GETs that change something; every other one only reads. */
export const changingGets = ['deleteFile', 'confirmEmail'];
