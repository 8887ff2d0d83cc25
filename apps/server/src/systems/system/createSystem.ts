import type { FieldFault } from '@guichet/contract/core/errors';
import { reservedSlugs } from '@guichet/contract/systems/landings';
import { freeCoursePrefix, makeSlug } from '@guichet/contract/systems/systemFields';
import type { NewSystem } from '@guichet/contract/systems/systems';
import { type Author, findAuthor, record, write } from '../../core/audit/audit.service.ts';
import type { AppContext, SystemsGrant, WriteTx } from '../../core/context/appContext.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { noMailFields, statedMailFields } from '../university/university.service.ts';
import { copyLogo } from './logo/logo.queries.ts';
import * as queries from './systems.queries.ts';

/** Inserts a room's defaults for a new system: a copy of another system's defaults, or the minimum. */
export type InitDefaults = (
  tx: WriteTx,
  of: {
    readonly systemId: number;
    readonly name: string;
    readonly copyFrom: number | null;
    readonly author: Author;
    readonly now: Date;
  },
) => Promise<void>;

/**
 * Creates a system, complete with its defaults, in one transaction (readings §3).
 * @throws AppError `request.invalid` for a number, name or prefix that is taken, or an unknown system to copy
 */
export async function createSystemWithDefaults(
  context: AppContext,
  grant: SystemsGrant,
  wanted: NewSystem,
  defaults: readonly InitDefaults[],
): Promise<queries.SystemRow> {
  const now = context.clock.now();
  const copyFrom = wanted.copyFromSystem ?? null;
  return write(context, grant, async (tx) => {
    // Concurrent calls wait here, so that they get field errors rather than a unique violation.
    await queries.lockSystems(tx);
    const others = await queries.listSystems(tx);
    const source = others.find((other) => other.id === copyFrom);
    const system = withDefaults(wanted, others);
    const faults = findFaults(system, copyFrom, others);
    if (faults.length > 0) throw new AppError('request.invalid', { faults });
    await queries.insertSystems(tx, [system], now);
    if (source && source.logoId !== null) {
      system.logoId = await copyLogo(tx, source.logoId, system.id);
      await queries.updateSystem(tx, system.id, { logo_id: system.logoId });
    }
    const author = findAuthor(grant);
    const { id, name, slug, coursePrefix } = system;
    for (const initDefaults of defaults)
      await initDefaults(tx, { systemId: id, name, copyFrom, author, now });
    return record(system, {
      action: 'system.created',
      subject: `system:${id}`,
      systemId: id,
      detail: { name, slug, coursePrefix, copyFrom },
    });
  });
}

/** Omitted fields are derived from the name. The student role is the slug, since it leads to the landing (S4.21). */
function withDefaults(wanted: NewSystem, others: readonly queries.SystemRow[]): queries.SystemRow {
  const slug = makeSlug(wanted.name);
  return {
    id: wanted.id,
    slug,
    name: wanted.name,
    coursePrefix: wanted.coursePrefix || freeCoursePrefix(wanted.name, others),
    studentRole: slug,
    landing: 'byLanguage',
    templateId: wanted.templateId ?? null,
    semesterId: wanted.semesterId ?? null,
    ...statedMailFields(wanted, noMailFields),
    logoId: null,
    isArchived: false,
  };
}

function findFaults(
  { id, slug, coursePrefix }: queries.SystemRow,
  copyFrom: number | null,
  others: readonly queries.SystemRow[],
): FieldFault[] {
  const prefix = coursePrefix.toLowerCase();
  const checks = [
    ['id', 'taken', others.some((other) => other.id === id)],
    ['name', 'addressTaken', reservedSlugs.has(slug) || others.some((other) => other.slug === slug)],
    ['coursePrefix', 'taken', others.some((other) => other.coursePrefix.toLowerCase() === prefix)],
    ['copyFromSystem', 'unknownSystem', copyFrom !== null && !others.some((other) => other.id === copyFrom)],
  ] as const;
  return checks.filter(([, , fails]) => fails).map(([path, messageKey]) => ({ path, messageKey }));
}
