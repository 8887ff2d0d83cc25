import {
  transports as knownTransports,
  type PasskeyCreation,
  type PasskeyRequest,
} from '@guichet/contract/identity/factors.webauthn';
import type { AppContext } from '../../../core/context/appContext.ts';
import { hmac } from '../../../core/crypto/keys.ts';
import { findUniversityName } from '../../../core/database/universityName.ts';
import type { Account } from '../../users/users.service.ts';
import { fullNameOf } from '../../users/users.service.ts';
import { challengeSeconds } from '../challenges/challenges.ts';
import type { Passkey } from './passkeys.queries.ts';

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
    user: { id: userHandle(context, id), name, displayName: fullNameOf(account) },
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
