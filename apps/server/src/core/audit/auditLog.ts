import {
  auditActions,
  type ListedAuditLine,
  type listAuditLines as listEndpoint,
  type PinnedAuditLine,
  type recordExport as recordEndpoint,
} from '@guichet/contract/core/audit';
import type { BodyOf, QueryOf, ReplyOf } from '@guichet/contract/core/endpoint';
import type { AppContext, SystemsGrant } from '../context/appContext.ts';
import { dayIn, secondsAfter } from '../runtime/clock.ts';
import { AppError } from '../runtime/errors.ts';
import * as queries from './audit.queries.ts';
import { record, write } from './audit.service.ts';

/**
 * Records a file of a list, which the caller's browser makes: personal data leaves the portal.
 * @throws AppError `access.denied` for a system that the caller does not administer
 */
export function recordExport(
  context: AppContext,
  grant: SystemsGrant,
  { systemId, ...detail }: BodyOf<typeof recordEndpoint>,
) {
  const own = grant.systemIds;
  if (systemId !== undefined && own !== 'all' && !own.includes(systemId)) throw new AppError('access.denied');
  return write(context, grant, async () =>
    record(true as const, { action: 'list.exported', subject: null, systemId: systemId ?? null, detail }),
  );
}

const largestPage = 500;
const pinnedSeconds = 30 * 24 * 60 * 60;
const mostPinned = 5;

/** The lines that the reader may see, newest first. `next`: `before` of the next page; null at the end. */
export async function listAuditLines(
  context: AppContext,
  grant: SystemsGrant,
  query: QueryOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  const { group, pageSize = 50, ...rest } = query;
  const limit = Math.min(pageSize, largestPage);
  const { timeZone } = context.config;
  const actions = group && auditActions[group];
  const filter = { ...rest, actions, timeZone, systemIds: grant.systemIds };
  // A surplus line shows that there is a next page.
  const found = await queries.selectAuditLines(context.database.read, filter, limit + 1);
  const lines = found.slice(0, limit).map(listed);
  const isFiltered = [group, ...Object.values(rest)].some((value) => value !== undefined);
  const pinned = !isFiltered && grant.systemIds === 'all' && { pinned: await listPinned(context) };
  return { lines, ...pinned, next: found.length > limit ? (lines.at(-1)?.id ?? null) : null };
}

/** The latest lines about super admins, which other lines must not hide from a super admin. */
async function listPinned({ clock, config, database }: AppContext): Promise<PinnedAuditLine[]> {
  const { timeZone } = config;
  const from = dayIn(timeZone)(secondsAfter(clock.now(), -pinnedSeconds));
  const filter = { systemIds: 'all', actions: auditActions.superAdmins, from, timeZone } as const;
  const lines = await queries.selectAuditLines(database.read, filter, mostPinned);
  const takenBack = await queries.selectTakenBack(database.read, lines);
  return lines.map((line) => ({ ...listed(line), isTakenBack: takenBack.has(line.id) }));
}

function listed(line: Awaited<ReturnType<typeof queries.selectAuditLines>>[number]): ListedAuditLine {
  return { ...line, detail: line.detail as Record<string, unknown> };
}
