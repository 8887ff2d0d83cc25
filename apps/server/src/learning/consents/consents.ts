/**
 * Owns the consents by which a super admin connects a platform: from the button to the refresh token that is
 * saved with it.
 * Does not know the protocol of the sign-in service (its connector) nor how platforms are stored.
 */

import type {
  ConsentAnswer,
  ConsentForm,
  ConsentOutcome,
} from '@guichet/contract/learning/learning.consents';
import { type AuditLine, record, systemTransaction, write } from '../../core/audit/audit.service.ts';
import type { AppContext, SystemsGrant } from '../../core/context/appContext.ts';
import { sha256 } from '../../core/crypto/keys.ts';
import { secondsAfter } from '../../core/runtime/clock.ts';
import { callPlatform } from '../call.ts';
import { consentAddress, makeRemark, takeConsent } from '../learning.service.ts';
import { completeSite } from '../platforms/completeForm.ts';
import { decryptConsent, encryptConsent, makeRedirectUri } from '../platforms/connected.ts';
import * as queries from '../platforms/consents.queries.ts';
import { getPlatform } from '../platforms/platforms.ts';
import { fetchOutside } from '../platforms/privateHosts.service.ts';

/** The longest time for signing in there and agreeing. */
const answerSeconds = 15 * 60;
/** The longest time from the answer to the saving of the form, with a trial of a course in between. */
const savingSeconds = 60 * 60;

/** The address for agreeing, with a state of 256 random bits, stored as a hash. @throws AppError `platform.notFound`, `request.invalid` */
export async function beginConsent(context: AppContext, { identity }: SystemsGrant, form: ConsentForm) {
  const { clock, config, database } = context;
  const stored = form.platformId ? await getPlatform(database.read, form.platformId) : null;
  const named = { required: ['clientId', 'clientSecret'], optional: [] };
  const { address, credentials } = completeSite(context, form, stored, named);
  const id = clock.uuid();
  const state = clock.randomBytes(32).toString('base64url');
  const row = {
    id,
    user_id: identity.userId,
    kind: form.kind,
    address,
    state_hash: sha256(state),
    encrypted_credentials: encryptConsent(context, { id, address }, credentials),
    expires_at: secondsAfter(clock.now(), answerSeconds),
  };
  await systemTransaction(context, (tx) => queries.insertConsent(tx, row));
  const request = {
    authorizationUrl: config.brightspaceSignIn.authorizationUrl,
    clientId: credentials.clientId ?? '',
    redirectUri: makeRedirectUri(config),
    state,
  };
  return { consentId: id, address: consentAddress(request) };
}

/** Takes an answer once, whatever it is. A refusal is forgotten: the button begins a new consent. */
export async function completeConsent(
  context: AppContext,
  grant: SystemsGrant,
  answer: ConsentAnswer,
): Promise<ConsentOutcome> {
  const { clock } = context;
  const of = { stateHash: sha256(answer.state), userId: grant.identity.userId };
  const row = await systemTransaction(context, (tx) => queries.takeState(tx, of, clock.now()));
  if (!row) return { consentId: null, isConnected: false, remark: unknown };
  const credentials = decryptConsent(context, row);
  const called = await exchange(context, credentials, answer);
  if ('failure' in called) {
    const { remark } = called.failure;
    await write(context, grant, async (tx) => {
      await queries.deleteConsent(tx, row.id);
      return record(null, lineOf('platform.tried', row, remark.text));
    });
    return { consentId: row.id, isConnected: false, remark };
  }
  const { refreshToken, remark } = called.answer;
  await write(context, grant, async (tx) => {
    const now = clock.now();
    await queries.updateConnected(tx, row.id, {
      encrypted_credentials: encryptConsent(context, row, { ...credentials, refreshToken }),
      connected_at: now,
      expires_at: secondsAfter(now, savingSeconds),
    });
    return record(null, lineOf('platform.connected', row, remark?.text ?? ''));
  });
  return { consentId: row.id, isConnected: true, remark };
}

const unknown = makeRemark('consentUnknown');

function exchange(
  context: AppContext,
  { clientId = '', clientSecret = '' }: Readonly<Record<string, string>>,
  answer: ConsentAnswer,
) {
  const client = { tokenUrl: context.config.brightspaceSignIn.tokenUrl, clientId, clientSecret };
  const fetchSite = fetchOutside(context.config);
  return callPlatform(context, null, () =>
    takeConsent(fetchSite, client, answer, makeRedirectUri(context.config)),
  );
}

function lineOf(
  action: 'platform.connected' | 'platform.tried',
  { kind, address }: queries.ConsentRow,
  reason: string,
): AuditLine {
  return { action, subject: null, detail: { kind, address, ...(reason && { reason }) } };
}
