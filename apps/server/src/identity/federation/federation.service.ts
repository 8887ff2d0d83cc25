/**
 * Owns the sign-in by other providers, such as the university's own: their registrations, the sign-ins under way, and
 * the accounts there that are joined to accounts here. Does not know how sessions work (sessions).
 */

export { unlinkAll } from './identities/identities.ts';
export { mountReturns } from './mountReturns.ts';
export { describeButtons } from './providers/buttons.ts';
export { deleteSignInsBefore } from './signIns/signIns.queries.ts';
