/**
 * Owns the portal as a provider of sign-in for applications (OpenID Connect, SAML 2.0): their registrations, signing
 * keys, requests, and what they are told when a session ends. Does not know how people sign in (sessions).
 */
export { dated } from './clients/troubles.ts';
export { deleteLogoutsBefore } from './logouts/logoutJobs.queries.ts';
export { makeIssuer, mountProvider } from './openid/openid.ts';
export { describeFailure, makePage } from './openid/pages.ts';
export { deleteRecordsBefore } from './records/records.queries.ts';
export { mountSaml } from './saml/mountSaml.ts';
export { replaceKeys, rotateKeys, signAsPortal } from './signingKeys/signingKeys.ts';
