import {
  transports as knownTransports,
  type NewPasskey,
  type PasskeyAssertion,
  type PasskeyCreation,
  type PasskeyRequest,
} from '@guichet/contract/identity/factors.webauthn';
import type { AppContext, WriteTx } from '../../../core/context/appContext.ts';
import { hmac } from '../../../core/crypto/keys.ts';
import { findUniversityName } from '../../../core/database/universityName.ts';
import { type Account, joinNames } from '../../users/users.service.ts';
import { challengeSeconds } from '../challenges/challenges.ts';
import { type Passkey, selectPasskey, takeCounter } from './passkeys.queries.ts';

/** COSE algorithms: first ES256, which nearly every device supports, then EdDSA and RS256. */
export const algorithms = [-7, -8, -257];

/** Relying party id and origin: from PUBLIC_URL, never from a request. */
export function relyingParty({ config }: Pick<AppContext, 'config'>): { id: string; origin: string } {
  const { hostname: id, origin } = new URL(config.publicUrl);
  return { id, origin };
}

/** The user handle on devices: constant for each person, and opaque. */
export function userHandle({ keys }: Pick<AppContext, 'keys'>, userId: number): string {
  return hmac(keys.derive('passkeyUsers'), String(userId));
}

/** The request for any of these passkeys; with an empty list, for any discoverable passkey. */
export function passkeyRequest(
  context: AppContext,
  challenge: string,
  passkeys: readonly Passkey[],
): PasskeyRequest {
  return {
    challenge,
    rpId: relyingParty(context).id,
    timeout: challengeSeconds * 1000,
    userVerification: 'required',
    allowCredentials: passkeys.map(descriptorOf),
  };
}

export async function passkeyCreation(
  context: AppContext,
  challenge: string,
  account: Account,
  passkeys: readonly Passkey[],
): Promise<PasskeyCreation> {
  const { id, email: name } = account;
  const university = await findUniversityName(context);
  return {
    rp: { id: relyingParty(context).id, name: university[account.language] },
    user: { id: userHandle(context, id), name, displayName: joinNames(account) },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: challengeSeconds * 1000,
    excludeCredentials: passkeys.map(descriptorOf),
    // Discoverable and user-verifying, so that the passkey signs in without user name and password.
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
}

function descriptorOf({ credentialId: id, transports }: Passkey) {
  const words = transports.split(',');
  return {
    id,
    type: 'public-key' as const,
    transports: knownTransports.filter((one) => words.includes(one)),
  };
}

// Loaded with the first passkey, since the library contains the root certificates of all vendors.
const loadLibrary = () => import('@simplewebauthn/server');

/** The challenge in a browser's answer; '' where the answer is unreadable. */
export function challengeIn({ response }: NewPasskey | PasskeyAssertion): string {
  try {
    const said: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'));
    const { challenge } = said as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

/** The columns of a new passkey whose answer to this challenge is valid and user-verified; null for an invalid answer. */
export async function readNewPasskey(
  context: AppContext,
  { id, rawId, type, response }: NewPasskey,
  challenge: string,
) {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(context);
  const { transports: said = [], ...rest } = response;
  const { verifyRegistrationResponse } = await loadLibrary();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId, type, response: rest, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!registrationInfo) return null;
    const { credential } = registrationInfo;
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: knownTransports.filter((one) => said.includes(one)).join(','),
    };
  } catch {
    // The library throws for every invalid answer.
    return null;
  }
}

/** The counter in a passkey's valid answer to this challenge for this portal; null for an invalid answer. */
export async function readAssertion(
  context: AppContext,
  passkey: Passkey,
  { id, rawId, type, response: { userHandle, ...signed } }: PasskeyAssertion,
  challenge: string,
): Promise<number | null> {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(context);
  const { verifyAuthenticationResponse } = await loadLibrary();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId, type, response: signed, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      // The counter is checked where it is stored, so that only the first of two simultaneous answers counts.
      credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

/** The owner of a valid passkey answer, and how to record its use; null for an invalid answer. */
export async function checkPasskey(context: AppContext, assertion: PasskeyAssertion, challenge: string) {
  const passkey = await selectPasskey(context.database.read, assertion.id);
  if (!passkey) return null;
  const { userHandle: handle } = assertion.response;
  if (handle !== undefined && handle !== userHandle(context, passkey.userId)) return null;
  const counter = await readAssertion(context, passkey, assertion, challenge);
  if (counter === null) return null;
  return {
    userId: passkey.userId,
    take: async (tx: WriteTx) => {
      const isTaken = await takeCounter(tx, passkey.id, counter, context.clock.now());
      if (!isTaken)
        context.log.warn(
          { passkeyId: passkey.id },
          'the counter of a passkey decreased: it may have been cloned',
        );
      return isTaken;
    },
  };
}
