import { randomBytes } from 'node:crypto';
import { hashState, keepStep } from '../src/identity/federation/signIns/steps.ts';
import type { TestPortal } from './portal.ts';

/** A learning platform that no name server knows (RFC 2606). */
export const coursePlatform = {
  id: '7a3c7c53-9d3e-4f5a-8a57-0f0b7f1f2c11',
  issuer: 'https://cours.invalid',
  clientId: 'portail',
  deployment: '7',
};

const { issuer: signInAddress, deployment: ownDeployment } = coursePlatform;
/** The addresses and the deployment of the platform, as they are stored. */
export const platformFacts = JSON.stringify({
  deployments: [ownDeployment],
  signInAddress,
  tokenAddress: signInAddress,
  keysAddress: signInAddress,
  tokenAudience: null,
});

/** The secret of the launch that every browser of the walks has come by. */
export const keptLaunch = 'k'.repeat(43);

/** The launch with this secret, in the browser that came by it. */
export const nameLaunch = (secret: string) => ({
  params: { launch: `${secret}.fr` },
  headers: { cookie: `guichet-federation=${secret}` },
});

/**
 * Keeps a launch as the message of a course does, in service: by the link of an exam, or for the choice of one (`examId` null),
 * for which the page in the course waits. Returns the request that goes on with it.
 */
export async function makeLaunch(
  { context }: TestPortal,
  examId: number | null,
  secret = randomBytes(32).toString('base64url'),
) {
  const { id, issuer, clientId, deployment } = coursePlatform;
  await context.database.transact((tx) =>
    tx
      .insertInto('identity_providers')
      .values({
        id,
        kind: 'lti',
        issuer,
        client_id: clientId,
        lti: platformFacts,
        label_fr: 'Cours',
        label_en: 'Courses',
        domains: '[]',
        trusts_factor: false,
        changed_at: context.clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  const named = nameLaunch(secret);
  await keepStep(context, 'launched', {
    id: hashState(named.params.launch),
    browser: secret,
    providerId: id,
    facts: {
      examId,
      course: { id: 'c1', title: 'Langue et société', membersAddress: `${issuer}/members` },
      choice: examId === null ? { address: `${issuer}/return`, data: 'opaque', deployment } : null,
      frame: `${secret}-frame`,
    },
  });
  return named;
}
