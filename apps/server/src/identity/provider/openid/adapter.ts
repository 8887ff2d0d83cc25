import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { systemTransaction } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import { selectClient } from '../clients/clients.queries.ts';
import * as queries from '../records/records.queries.ts';
import { toMetadata } from './metadata.ts';

/** Keeps the state of the protocol in the database, so that every process serves every request. */
export function openAdapter(context: AppContext, kind: string): Adapter {
  const { clock, database } = context;
  const find = async (by: Parameters<typeof queries.selectRecord>[2]) => {
    const found = await queries.selectRecord(database.read, kind, by);
    if (!found || found.expiresAt <= clock.now()) return undefined;
    const payload = found.payload as AdapterPayload;
    return found.consumedAt ? { ...payload, consumed: seconds(found.consumedAt) } : payload;
  };
  return {
    async find(id) {
      if (kind !== 'Client') return find({ id });
      const client = uuid.test(id) ? await selectClient(database.read, id) : undefined;
      return client && toMetadata(client);
    },
    findByUid: (uid) => find({ uid }),
    // The flow of devices without a keyboard is off.
    findByUserCode: async () => undefined,
    async upsert(id, payload, expiresIn = 0) {
      const { grantId = null, uid = null } = payload;
      const expiresAt = new Date(clock.now().getTime() + expiresIn * 1000);
      const record = { kind, id, payload: JSON.stringify(payload), grantId, uid, expiresAt };
      await systemTransaction(context, (tx) => queries.putRecord(tx, record));
    },
    async consume(id) {
      const isFirst = await systemTransaction(context, (tx) =>
        queries.consumeRecord(tx, kind, id, clock.now()),
      );
      if (!isFirst) throw new errors.InvalidGrant('already used');
    },
    async destroy(id) {
      await systemTransaction(context, (tx) => queries.deleteRecord(tx, kind, id));
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
