import type { Doubt } from '@guichet/contract/learning.doubts';
import { record, write } from '../../audit/audit.service.ts';
import type { SystemsGrant } from '../../platform/http/grant.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import { AppError } from '../../platform/runtime/errors.ts';
import { callPlatform } from '../call.ts';
import { type AccountFacts, planAccountUpdate, platformUserIdOf } from '../learning.service.ts';
import type { Connectors } from '../platforms/connectors.ts';
import { lockDoubt, renewKeys, selectDoubts, useDoubtful } from './accounts.queries.ts';
import { makeKey } from './keys.ts';
import { placeOfSite } from './recorded.ts';

/** A person waits for all of them. */
const patienceSeconds = 10;

export async function listDoubts(context: AppContext, connectors: Connectors): Promise<Doubt[]> {
  const rows = await selectDoubts(context.database.read);
  const sites = [...Map.groupBy(rows, ({ site }) => site)];
  const listed = sites.map(async ([site, doubts]) => {
    const { platformId, organisation } = placeOfSite(site);
    const handles = doubts.map(({ userId }) => platformUserIdOf(userId));
    const readThem = async (signal: AbortSignal) =>
      (await connectors.of(platformId)).readAccounts(organisation, handles, signal);
    const called = await callPlatform(context, new AbortController().signal, readThem, patienceSeconds);
    return doubts.map(({ site: _, ...doubt }) => {
      const found = 'failure' in called ? null : (called.answer.get(platformUserIdOf(doubt.userId)) ?? []);
      return { ...doubt, platformId, accounts: found?.map(shown) ?? null };
    });
  });
  return (await Promise.all(listed)).flat();
}

function shown({ externalId, login, authentication, name, email }: AccountFacts) {
  return { externalId, login: login ?? null, authentication: authentication ?? null, name, email };
}

/** @throws AppError `user.notFound`; `learning.refused` where several accounts bear the key, of which none can be used */
export async function decideDoubt(
  context: AppContext,
  grant: SystemsGrant,
  doubtId: number,
  isTheirs: boolean,
): Promise<true> {
  await write(context, grant, async (tx) => {
    const doubt = await lockDoubt(tx, doubtId);
    if (!doubt) throw new AppError('user.notFound');
    const { site, userId, name } = doubt;
    const now = context.clock.now();
    const externalId = doubt.ids;
    if (isTheirs && (externalId === null || !/^[^, ]+$/.test(externalId)))
      throw new AppError('learning.refused');
    if (isTheirs && externalId !== null) await useDoubtful(tx, doubtId, externalId, now);
    else await renewKeys(tx, [{ id: doubtId, key: makeKey(context, site) }], now);
    await planAccountUpdate(tx, userId, { now, today: context.clock.today() });
    const detail = { name, reason: isTheirs ? 'theirs' : 'another' };
    return record(null, { action: 'platform.accountDecided', subject: `user:${userId}`, detail });
  });
  context.notifier.notify('learning');
  return true;
}
