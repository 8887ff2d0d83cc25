import { consentPath } from '@guichet/contract/learning/learning.consents';
import type { AppContext, ReadDb, SystemsGrant } from '../../core/context/appContext.ts';
import { decrypt, encrypt } from '../../core/crypto/encryption.ts';
import type { Config } from '../../core/runtime/config.ts';
import { invalidField } from '../../core/runtime/errors.ts';
import { siteAddress } from '../../core/runtime/settingValues.ts';
import * as queries from './consents.queries.ts';

type Credentials = Readonly<Record<string, string>>;

interface ConsentKey {
  readonly id: string;
  readonly address: string;
}

/** The page of the portal to which the sign-in service returns; administrators register it there. */
export function makeRedirectUri({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  return `${publicUrl}${consentPath}`;
}

const keyOf = ({ keys }: AppContext): Buffer => keys.derive('platformConsents');

/** Credentials are bound to the row and to their address: elsewhere they cannot be decrypted. */
const boundTo = ({ id, address }: ConsentKey): string => `platform_consents:${id}:${address}`;

export function encryptConsent(context: AppContext, of: ConsentKey, credentials: Credentials): string {
  return encrypt(context.clock, keyOf(context), JSON.stringify(credentials), boundTo(of));
}

/** @throws Error when the credentials were encrypted with another key, or for another row or address */
export function decryptConsent(context: AppContext, row: queries.ConsentRow): Credentials {
  return JSON.parse(decrypt(keyOf(context), row.encryptedCredentials, boundTo(row)));
}

interface ConnectedForm {
  readonly consentId?: string | null | undefined;
  readonly kind: string;
  readonly address: string;
}

/**
 * The credentials of the consent to which a form refers; none where it refers to none. They stay until the
 * platform is saved, so that a trial and the saved platform use the same refresh token and its successors.
 * @throws AppError `request.invalid` when the consent is over, used, another person's, or for another site
 */
export async function readConnected(
  context: AppContext,
  db: ReadDb,
  { identity }: SystemsGrant,
  { consentId, kind, address }: ConnectedForm,
): Promise<Credentials> {
  if (!consentId) return {};
  const of = { id: consentId, userId: identity.userId };
  const row = await queries.selectConnected(db, of, context.clock.now());
  if (!row) throw invalidField('consentId', 'consentOver');
  if (row.kind !== kind || row.address !== normal(address))
    throw invalidField('consentId', 'consentElsewhere');
  try {
    return decryptConsent(context, row);
  } catch {
    throw invalidField('consentId', 'consentOver');
  }
}

/** The address as it is stored. An invalid address is refused later, where the form is completed. */
function normal(address: string): string {
  try {
    return siteAddress(address);
  } catch {
    return address;
  }
}
