import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { systemTransaction } from '../../../core/audit/audit.service.ts';
import type { AppContext, WriteTx } from '../../../core/context/appContext.ts';
import { decrypt, encrypt } from '../../../core/crypto/encryption.ts';
import { makeCertificate } from './certificate.ts';
import * as queries from './keys.queries.ts';

export interface SamlKey {
  /** As PEM. */
  readonly privateKey: string;
  /** As base64. */
  readonly certificate: string;
}

const generate = promisify(generateKeyPair);

/** The portal's key, made at the first use. It stays until it is replaced by command: the other side holds its certificate. */
export async function getSamlKey(context: AppContext): Promise<SamlKey> {
  const { database, keys } = context;
  let row = await queries.selectNewestKey(database.read);
  if (!row) {
    await systemTransaction(context, async (tx) => {
      await queries.lockKeys(tx);
      if (!(await queries.selectNewestKey(tx))) await replaceSamlKey(context, tx);
    });
    row = await queries.selectNewestKey(database.read);
  }
  if (!row) throw new Error('no key for SAML');
  return {
    privateKey: decrypt(keys.derive('samlKeys'), row.encryptedKey, boundTo(row.id)),
    certificate: row.certificate,
  };
}

/** Makes a key in place of the former one. */
export async function replaceSamlKey({ clock, config, keys }: AppContext, tx: WriteTx): Promise<void> {
  const { privateKey, publicKey } = await generate('rsa', { modulusLength: 3072 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  const name = new URL(config.publicUrl).hostname;
  const made_at = clock.now();
  const certificate = makeCertificate({ privateKey, publicKey }, name, made_at, clock.randomBytes(16));
  const id = clock.uuid();
  const encrypted_key = encrypt(clock, keys.derive('samlKeys'), pem, boundTo(id));
  await queries.replaceKeys(tx, { id, encrypted_key, certificate, made_at });
}

const boundTo = (id: string): string => `samlKey:${id}`;
