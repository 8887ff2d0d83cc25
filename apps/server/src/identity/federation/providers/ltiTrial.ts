import type { TrialResult } from '@guichet/contract/identity/federation.providers';
import type { AppContext } from '../../../core/context/appContext.ts';
import { bad, type Found, fetchPage, good, unsure } from '../../saml/saml.service.ts';
import type { LtiFacts } from '../client/lti.ts';
import { askForToken } from '../client/members.ts';
import { ProviderRefusal } from '../client/refusal.ts';
import { findIn, tryKeys } from './findings.ts';

/** Tries a learning platform, as far as it can be tried without a course. */
export async function tryLti(context: AppContext, platform: LtiFacts): Promise<TrialResult[]> {
  const [keys, endpoints, client] = await Promise.all([
    tryKeys(context, platform),
    tryPage(context, platform),
    tryToken(context, platform),
  ]);
  return [
    { check: 'keys', ...keys },
    { check: 'endpoints', ...endpoints },
    { check: 'client', ...client },
  ];
}

/** A sign-in without a launch is refused in the platform's own way; only a page that is not there is none. */
async function tryPage(context: AppContext, { issuer, signInAddress }: LtiFacts): Promise<Found> {
  try {
    const { status } = await fetchPage(context, signInAddress);
    return status === 404 || status === 410 ? bad(String(status)) : good;
  } catch (error) {
    return findIn(context, issuer, error);
  }
}

/** A platform that knows the client and our keys gives a token, unless the members of courses are not for the portal. */
async function tryToken(context: AppContext, platform: LtiFacts): Promise<Found> {
  try {
    await askForToken(context, platform);
    return good;
  } catch (error) {
    const isOfScope = error instanceof ProviderRefusal && error.message.includes('invalid_scope');
    return isOfScope ? unsure(error.message) : findIn(context, platform.issuer, error);
  }
}
