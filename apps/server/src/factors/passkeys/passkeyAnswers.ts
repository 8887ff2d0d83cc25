import {
  transports as knownTransports,
  type NewPasskey,
  type PasskeyAssertion,
} from '@guichet/contract/factors.webauthn';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import { algorithms, relyingParty } from './passkeyAsks.ts';
import type { Passkey } from './passkeys.queries.ts';

// With its certificates of every maker the library is large: it comes with the first passkey.
const loadLibrary = () => import('@simplewebauthn/server');

/** What a browser says that it answers; '' where it says nothing readable. */
export function challengeIn({ response }: NewPasskey | PasskeyAssertion): string {
  try {
    const said: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'));
    const { challenge } = said as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

/** The columns of a new passkey that answers the challenge, made for this portal by a device that knew its owner. */
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
    // The library throws at the first thing that is not as it should be, whatever that is.
    return null;
  }
}

/** The counter of an answer that this passkey has signed for this portal and challenge; null for every other answer. */
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
      // Whether the counter has risen is asked where it is written, so that of two answers at once one counts.
      credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
