/**
 * Owns the sign-in by other providers, such as the university's own: their registrations, the sign-ins under way, and
 * the accounts there that are joined to accounts here. Does not know how sessions work (sessions).
 */

export { listMembers, type Member } from './client/members.ts';
export { readRefusal } from './client/refusal.ts';
export { selectLinkedUsers } from './identities/identities.queries.ts';
export { unlinkAll } from './identities/identities.ts';
export { type FoundLaunch, findLaunch, keepChoice } from './launches/launches.ts';
export { mountReturns } from './mountReturns.ts';
export { describeButtons } from './providers/buttons.ts';
export { findActiveProvider } from './providers/providers.ts';
export { deleteSignInsBefore } from './signIns/signIns.queries.ts';
