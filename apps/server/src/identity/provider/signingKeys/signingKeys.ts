import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { importJWK, type JWTPayload, type JWK as OwnKey, SignJWT } from 'jose';
import type { JWK } from 'oidc-provider';
import { record, systemTransaction, write } from '../../../core/audit/audit.service.ts';
import type { AppContext, MachineGrant, WriteTx } from '../../../core/context/appContext.ts';
import { decrypt, encrypt } from '../../../core/crypto/encryption.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import { replaceSamlKey } from '../../saml/saml.service.ts';
import * as queries from './signingKeys.queries.ts';

const day = 24 * 60 * 60;
/** The age at which another key is made. */
const usedSeconds = 90 * day;
/** Applications fetch the keys from time to time: a new key is published for a day before it signs. */
const knownSeconds = day;
/** A key stays published after its successor signs, for as long as anybody may hold a token of it. */
const keptSeconds = 30 * day;

/** The keys as the library takes them, the one that signs first; the first of all is made here. */
export async function listSigningKeys(context: AppContext): Promise<JWK[]> {
  const { clock, database, keys } = context;
  let rows = await queries.selectKeys(database.read);
  if (rows.length === 0) {
    await systemTransaction(context, (tx) => makeKey(context, tx, 'ifNone'));
    rows = await queries.selectKeys(database.read);
  }
  const knownSince = secondsAfter(clock.now(), -knownSeconds);
  const signing = rows.find(({ madeAt }) => madeAt <= knownSince) ?? rows.at(-1);
  return [...rows]
    .sort((left, right) => Number(right === signing) - Number(left === signing))
    .map(({ id, encryptedKey }) => JSON.parse(decrypt(keys.derive('openIdKeys'), encryptedKey, boundTo(id))));
}

/** Signs claims with the present key, which the portal publishes. */
export async function signAsPortal(context: AppContext, claims: JWTPayload): Promise<string> {
  const [key] = (await listSigningKeys(context)) as OwnKey[];
  const { alg = '', kid = '' } = key ?? {};
  return new SignJWT(claims)
    .setProtectedHeader({ alg, kid, typ: 'JWT' })
    .sign(await importJWK(key as OwnKey));
}

/** Makes the next key where the newest is old, and deletes those that nobody needs any more. */
export async function rotateKeys(context: AppContext): Promise<void> {
  const now = context.clock.now();
  const [newest] = await queries.selectKeys(context.database.read);
  if (!newest) return;
  if (newest.madeAt < secondsAfter(now, -usedSeconds))
    await systemTransaction(context, (tx) => makeKey(context, tx, newest.id));
  const before = secondsAfter(now, -(usedSeconds + knownSeconds + keptSeconds));
  await systemTransaction(context, (tx) => queries.deleteKeysBefore(tx, before));
}

/** Makes a key in place of all others at once, as after a theft: what they signed is worthless from now on. */
export async function replaceKeys(context: AppContext, grant: MachineGrant): Promise<void> {
  await write(context, grant, async (tx) => {
    await makeKey(context, tx, 'always');
    await queries.deleteKeysBefore(tx, secondsAfter(context.clock.now(), day));
    await replaceSamlKey(context, tx);
    return record(undefined, { action: 'application.keysReplaced', subject: null });
  });
}

/** Makes a key, unless another process has: where none is (`ifNone`), after the newest known one, or always. */
async function makeKey(context: AppContext, tx: WriteTx, after: string): Promise<void> {
  const { clock, keys } = context;
  await queries.lockKeys(tx);
  const [newest] = await queries.selectKeys(tx);
  if (after !== 'always' && newest && newest.id !== after) return;
  const id = clock.uuid();
  const { privateKey } = await generate('rsa', { modulusLength: 2048 });
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: id, alg: 'RS256', use: 'sig' };
  const encrypted = encrypt(clock, keys.derive('openIdKeys'), JSON.stringify(jwk), boundTo(id));
  await queries.insertKey(tx, id, encrypted, clock.now());
}

const generate = promisify(generateKeyPair);

const boundTo = (id: string): string => `openIdKey:${id}`;
