import type { Refusal } from '@guichet/contract/identity/provider';
import { systemTransaction } from '../../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, WriteTx } from '../../../core/context/appContext.ts';
import { sha256 } from '../../../core/crypto/keys.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { findPlatformKey } from '../../../learning/platformKey.service.ts';
import { type ClientRow, selectClient } from '../clients/clients.queries.ts';
import { lifetimes } from '../openid/terms.ts';
import { consumeRecord, putRecord, selectRecord } from '../records/records.queries.ts';
import { goesOn, noteSignIn } from '../signIns/entry.ts';
import { selectPerson, selectSession } from '../signIns/signIns.queries.ts';
import { attributesFor } from './attributes.ts';
import { makeAnswer, makeId } from './makeAnswer.ts';
import { type Asked, pickContext } from './readSignIn.ts';
import type { Status } from './status.ts';

/** A request in one browser, and the request itself, which is used once. */
const kind = 'SamlSignIn';
const requestKind = 'SamlRequest';

const statuses = { role: 'RequestDenied', factor: 'NoAuthnContext', key: 'RequestDenied' } as const;

interface Kept extends Asked {
  readonly askedAt: string;
  /** The session of the portal that answers, or a refusal; null: nobody has answered yet. */
  readonly answer: { readonly sessionId: string } | { readonly status: Status } | null;
}

/**
 * Keeps what is asked until the page of the portal answers; returns its id, which is each browser's own: whoever began a request
 * elsewhere could else take the answer of a person whom they lead there. @throws AppError `openid.requestOver` for a used one
 */
export async function keepAsked(context: AppContext, asked: Asked): Promise<string> {
  const id = context.clock.randomBytes(32).toString('base64url');
  const kept: Kept = { ...asked, askedAt: context.clock.now().toISOString(), answer: null };
  const requestId = recordOf(asked);
  await systemTransaction(context, async (tx) => {
    if (await isUsed(tx, requestId)) throw new AppError('openid.requestOver');
    if (requestId !== null) await put(context, tx, { kind: requestKind, id: requestId }, {});
    await put(context, tx, { kind, id }, kept);
  });
  return id;
}

/** The id of the record of a request; null for a sign-in that begins at the portal. */
function recordOf({ clientId, requestId }: Asked): string | null {
  return requestId === null ? null : sha256(`${clientId} ${requestId}`).toString('base64url');
}

async function isUsed(db: ReadDb, requestId: string | null): Promise<boolean> {
  return requestId !== null && Boolean((await selectRecord(db, requestKind, 'id', requestId))?.consumedAt);
}

async function put(
  { clock }: AppContext,
  tx: WriteTx,
  name: { readonly kind: string; readonly id: string },
  payload: object,
): Promise<void> {
  const expiresAt = secondsAfter(clock.now(), lifetimes.Interaction);
  await putRecord(tx, { ...name, payload: JSON.stringify(payload), grantId: null, uid: null, expiresAt });
}

async function find({ clock, database }: AppContext, id: string) {
  const found = await selectRecord(database.read, kind, 'id', id);
  if (!found || found.consumedAt || found.expiresAt <= clock.now()) return null;
  const kept = found.payload as unknown as Kept;
  if (await isUsed(database.read, recordOf(kept))) return null;
  const client = await selectClient(database.read, kept.clientId);
  return client ? { kept, client } : null;
}

/** A request that waits for its answer, as `requests` answers them; null for none of SAML. */
export async function findAsked(context: AppContext, id: string) {
  const found = await find(context, id);
  if (!found) return null;
  const { kept, client } = found;
  const { isFresh, askedAt, contexts } = kept;
  return {
    client,
    isTooOld: (startedAt: Date) => isFresh && startedAt < new Date(askedAt),
    async findLack(hasFactor: boolean, userId: number): Promise<Refusal | null> {
      if (pickContext(contexts, hasFactor) === null) return 'factor';
      return kept.nameId === 'key' && (await findKey(context, client, userId)) === null ? 'key' : null;
    },
    address: `/api/openid/sign-ins/${id}/answer`,
    settle: (tx: WriteTx, why: Refusal | null, { sessionId }: { readonly sessionId: string }) =>
      put(
        context,
        tx,
        { kind, id },
        { ...kept, answer: why === null ? { sessionId } : { status: statuses[why] } },
      ),
    finish: null,
  };
}

/** The person's key on the learning platform; null for none yet. */
async function findKey(context: AppContext, { rolesOf }: ClientRow, userId: number): Promise<string | null> {
  return rolesOf === null ? null : findPlatformKey(context, rolesOf, userId);
}

/** Makes the answer that a session has given, once. @throws AppError `openid.requestOver` */
export async function takeAnswer(context: AppContext, id: string) {
  const found = await find(context, id);
  if (!found?.kept.answer) throw new AppError('openid.requestOver');
  const { kept, client } = found;
  const now = context.clock.now();
  const requestId = recordOf(kept);
  const isFirst = await systemTransaction(
    context,
    async (tx) =>
      (await consumeRecord(tx, kind, id, now)) &&
      (requestId === null || (await consumeRecord(tx, requestKind, requestId, now))),
  );
  if (!isFirst) throw new AppError('openid.requestOver');
  const { answer } = found.kept;
  const xml =
    'status' in answer
      ? await makeAnswer(context, kept, answer.status)
      : await signIn(context, kept, client, answer.sessionId);
  return { asked: kept, client, xml };
}

async function signIn(context: AppContext, asked: Kept, client: ClientRow, sessionId: string) {
  const { read } = context.database;
  // The session may have ended, or its owner act as somebody else, since it answered.
  if (!(await goesOn(context, sessionId, client))) throw new AppError('openid.requestOver');
  const { subject, factor, startedAt } = await selectSession(read, sessionId);
  const person = await selectPerson(read, subject);
  const way = pickContext(asked.contexts, factor !== null);
  if (!person?.isActive || way === null) throw new AppError('openid.requestOver');
  const names = {
    persistent: subject,
    transient: context.clock.uuid(),
    key: await findKey(context, client, person.id),
  };
  const nameId = names[asked.nameId];
  if (nameId === null) throw new AppError('openid.requestOver');
  // A sign-out has to name the person with the same kind of NameID.
  const index = `${asked.nameId}${makeId(context)}`;
  const told = {
    audience: client.entityId ?? '',
    nameId,
    index,
    signedInAt: startedAt,
    context: way,
    attributes: await attributesFor(context, client, subject, person),
  };
  const xml = await makeAnswer(context, asked, told);
  await noteSignIn(context, { providerSession: index, clientId: client.id, sessionId, subject, nameId });
  return xml;
}
