import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { singleStatementTransaction, systemTransaction } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import { selectClient } from '../clients/clients.queries.ts';
import * as queries from '../records/records.queries.ts';
import { toMetadata } from './metadata.ts';

/** Keeps the state of the protocol in the database, so that every process serves every request. */
export function openAdapter(context: AppContext, kind: string): Adapter {
  const { clock, database } = context;
  const find = async (by: 'id' | 'uid', value: string) => {
    const found = await queries.selectRecord(database.read, kind, by, value);
    if (!found || found.expiresAt <= clock.now()) return undefined;
    const payload = found.payload as AdapterPayload;
    return found.consumedAt ? { ...payload, consumed: seconds(found.consumedAt) } : payload;
  };
  return {
    async find(id) {
      if (kind !== 'Client') return find('id', id);
      const client = uuid.test(id) ? await selectClient(database.read, id) : undefined;
      return client && toMetadata(client);
    },
    findByUid: (uid) => find('uid', uid),
    // The flow of devices without a keyboard is off.
    findByUserCode: async () => undefined,
    async upsert(id, payload, expiresIn = 0) {
      const { grantId: ofGrant = null, uid = null } = payload;
      // A request outlives the grant of an earlier sign-in, which ends with its session: the person may sign in anew and answer it.
      const grantId = kind === 'Interaction' ? null : ofGrant;
      const expiresAt = new Date(clock.now().getTime() + expiresIn * 1000);
      const record = { kind, id, payload: JSON.stringify(payload), grantId, uid, expiresAt };
      await singleStatementTransaction(context, queries.storingLightly, queries.listValues(record));
    },
    async consume(id) {
      const used = await singleStatementTransaction(context, queries.consuming, [kind, id, clock.now()]);
      if (used.length === 0) throw new errors.InvalidGrant('already used');
    },
    async destroy(id) {
      await singleStatementTransaction(context, queries.deleting, [kind, id]);
    },
    async revokeByGrantId(grantId) {
      await systemTransaction(context, (tx) => queries.deleteRecordsOfGrant(tx, grantId));
    },
  };
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
