/** Sets the frames of mails for administrators of systems. Does not know the texts within them. */

import type { BodyOf, ReplyOf } from '@guichet/contract/core/endpoint';
import { isWithin } from '@guichet/contract/systems/systemFields';
import type {
  changeMailFrames as changeEndpoint,
  listMailFrames as listEndpoint,
} from '@guichet/contract/systems/systems';
import { type AuditLine, record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext, SystemsGrant } from '../../core/context/appContext.ts';
import { AppError } from '../../core/runtime/errors.ts';
import {
  getUniversity,
  mailColumns,
  noReplyAddress,
  statedMailFields,
} from '../university/university.service.ts';
import { listSystems, lockSystemRows, type SystemRow, updateSystem } from './systems.queries.ts';
import { lineOfChange } from './systems.service.ts';

/** The frames of the caller's systems, with what holds where they state nothing. */
export async function listMailFrames(
  context: AppContext,
  { systemIds: own }: SystemsGrant,
): Promise<ReplyOf<typeof listEndpoint>> {
  const all = await listSystems(context.database.read);
  const { senderDomains, fr, en, ...university } = await getUniversity(context);
  return {
    systems: all.filter(({ id, isArchived }) => !isArchived && (own === 'all' || own.includes(id))),
    // The portal's own sender applies where the university names none either.
    university: {
      ...university,
      emailFrom: university.emailFrom ?? noReplyAddress(context.config),
      emailFromName: university.emailFromName ?? fr,
      emailFromNameEn: university.emailFromNameEn ?? university.emailFromName ?? en,
    },
    senderDomains: own === 'all' ? null : senderDomains,
  };
}

/**
 * Sets the stated fields in each of these systems, in one transaction, and returns them.
 * @throws AppError `access.denied`, `system.notFound`, `request.invalid` for a sender outside of the allowed domains
 */
export async function changeMailFrames(
  context: AppContext,
  grant: SystemsGrant,
  { systemIds, ...fields }: BodyOf<typeof changeEndpoint>,
): Promise<SystemRow[]> {
  const ids = [...new Set(systemIds)];
  const own = grant.systemIds;
  if (own !== 'all' && !ids.every((id) => own.includes(id))) throw new AppError('access.denied');
  const { senderDomains } = await getUniversity(context);
  return write<SystemRow[]>(context, grant, async (tx) => {
    const before = await lockSystemRows(tx, ids);
    if (before.length < ids.length) throw new AppError('system.notFound');
    const isOutside = (address: string) =>
      own !== 'all' &&
      !isWithin(senderDomains, address) &&
      before.some(({ emailFrom }) => emailFrom !== address);
    if (fields.emailFrom && isOutside(fields.emailFrom))
      throw new AppError('request.invalid', { faults: [{ path: 'emailFrom', messageKey: 'senderDomain' }] });
    const after = before.map((system) => ({ ...system, ...statedMailFields(fields, system) }));
    const lines = before
      .map((system, at) => lineOfChange(system, after[at] ?? system))
      .filter((line): line is AuditLine => line !== null);
    if (lines.length === 0) return unchanged(before);
    const changed = lines.map(({ systemId }) => systemId as number);
    await updateSystem(tx, changed, mailColumns(fields));
    return record(after, ...(lines as [AuditLine, ...AuditLine[]]));
  });
}
