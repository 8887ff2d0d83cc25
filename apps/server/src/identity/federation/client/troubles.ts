import { providerFaults } from '@guichet/contract/identity/federation';
import type { ListedProvider } from '@guichet/contract/identity/federation.providers';
import { singleStatementTransaction } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import { dated } from '../../provider/provider.service.ts';
import { type Refused, readRefusal } from './refusal.ts';
import { notingGroups, notingRefusal, notingReply } from './troubles.queries.ts';

interface Known {
  readonly id: string;
  readonly issuer: string;
}

const mostGroups = 50;
const longestGroup = 250;

/** Why a sign-in has failed, noted where whoever runs the provider has something to look at; the next reply that counts takes it away. */
export async function refuseSignIn(
  context: AppContext,
  { id, issuer }: Known,
  error: unknown,
): Promise<Refused> {
  const refusal = readRefusal(context, issuer, error);
  const { why, reason: detail } = refusal;
  const at = context.clock.now();
  const values = [id, JSON.stringify({ at, why, detail }), secondsAfter(at, -60).toISOString()];
  if (providerFaults.some((fault) => fault === why))
    await singleStatementTransaction(context, notingRefusal, values);
  return refusal;
}

/** Notes that a sign-in by the provider has worked. */
export async function noteReply(context: AppContext, { id }: Pick<Known, 'id'>): Promise<void> {
  await singleStatementTransaction(context, notingReply, [id]);
}

/** Notes the groups of a reply, without whose they are, once in ten seconds. */
export async function noteGroups(context: AppContext, id: string, groups: readonly string[]): Promise<void> {
  const at = context.clock.now();
  // PostgreSQL takes neither a zero nor half a letter in JSON.
  const values = groups
    .slice(0, mostGroups)
    .map((group) => group.slice(0, longestGroup).replaceAll('\0', '\ufffd').toWellFormed());
  const row = [id, JSON.stringify({ at, values }), secondsAfter(at, -10).toISOString()];
  await singleStatementTransaction(context, notingGroups, row);
}

export function readTroubles({ lastRefusal, lastGroups }: { lastRefusal: unknown; lastGroups: unknown }) {
  return { lastRefusal: dated(lastRefusal), lastGroups: dated(lastGroups) } as unknown as Pick<
    ListedProvider,
    'lastRefusal' | 'lastGroups'
  >;
}
