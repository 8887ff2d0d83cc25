import type { AppContext } from '../../core/context/appContext.ts';
import { destinationOfPlatform, platformIdOfDestination } from '../jobs/jobs.queries.ts';
import * as learning from '../learning.service.ts';
import { type AccountRecord, selectSiteRecords } from './accounts.queries.ts';
import { ensurePeople } from './ensuring.ts';
import { findRecords, recordedPerson, type Site } from './records.ts';

type Organisation = learning.CourseRef['organisation'];

/**
 * A connector that takes the portal's handles (`toPlatformUserId`) for people, and translates them to the
 * keys of their records, which the platform knows. Nobody uses, gets enrolled by, or changes an account that
 * is not theirs by their record.
 */
export function openRecorded(
  context: AppContext,
  connector: learning.Connector,
  platformId: number | null,
): learning.Connector {
  const siteOf = (organisation: Organisation): Site => ({
    context,
    connector,
    organisation,
    name: siteName(connector, platformId, organisation),
  });

  const recordsOf = async (organisation: Organisation, handles: readonly string[], signal: AbortSignal) => {
    const records = await findRecords(siteOf(organisation), handles.map(learning.parseUserId), signal);
    return (handle: string): AccountRecord | undefined => records.get(learning.parseUserId(handle));
  };

  /** Replaces keys by handles. A key that only looks like a handle, as former keys do, becomes null. */
  const withHandles = async <Row extends { readonly key: string | null }>(
    organisation: Organisation,
    rows: readonly Row[],
  ): Promise<Row[]> => {
    const keys = [...new Set(rows.flatMap(({ key }) => key ?? []))];
    const { name } = siteOf(organisation);
    const records = await selectSiteRecords(context.database.read, name, { keys, externalIds: [] });
    const handles = new Map(records.map(({ key, userId }) => [key, learning.toPlatformUserId(userId)]));
    return rows.map((row) => ({
      ...row,
      key: handles.get(row.key ?? '') ?? (learning.isHandle(row.key ?? '') ? null : row.key),
    }));
  };

  return {
    ...connector,
    ensureUsers: (organisation, people, signal) => ensurePeople(siteOf(organisation), people, signal),

    async readAccounts(organisation, handles, signal) {
      const recordOf = await recordsOf(organisation, handles, signal);
      const keys = handles.flatMap((handle) => recordOf(handle)?.key ?? []);
      const found = await connector.readAccounts(organisation, keys, signal);
      return new Map(
        handles.map((handle): [string, learning.AccountFacts[]] => {
          const key = recordOf(handle)?.key ?? '';
          const accounts = found.get(key) ?? [];
          return [handle, accounts.map((one) => (one.key === key ? { ...one, key: handle } : one))];
        }),
      );
    },

    async enrol(course, accounts, signal, repaired) {
      const handles = accounts.map(({ key }) => key);
      const recordOf = await recordsOf(course.organisation, handles, signal);
      const keyOf = (handle: string) => recordOf(handle)?.key ?? handle;
      const refusals = await connector.enrol(
        course,
        accounts.map((account): learning.Account => ({ ...account, key: keyOf(account.key) })),
        signal,
        repaired && new Set([...repaired].map(keyOf)),
      );
      return withHandles(course.organisation, refusals);
    },

    async unenrol(course, handles, signal) {
      const recordOf = await recordsOf(course.organisation, handles, signal);
      const records = handles.flatMap((handle) => recordOf(handle) ?? []);
      const keys = records.filter(({ doubt }) => doubt === null).map(({ key }) => key);
      const refusals = keys.length > 0 ? await connector.unenrol(course, keys, signal) : [];
      const doubtful = records.flatMap(({ userId, doubt }) =>
        doubt === null ? [] : [{ key: learning.toPlatformUserId(userId), remark: doubt }],
      );
      return [...doubtful, ...(await withHandles(course.organisation, refusals))];
    },

    async listEnrolments(course, signal) {
      return withHandles(course.organisation, await connector.listEnrolments(course, signal));
    },

    readGrades:
      connector.readGrades &&
      (async (course, signal) =>
        withHandles(course.organisation, (await connector.readGrades?.(course, signal)) ?? [])),

    setExtraTimes:
      connector.setExtraTimes &&
      (async (course, orders, signal, hours) => {
        const handles = orders.map(({ account }) => account.key);
        const recordOf = await recordsOf(course.organisation, handles, signal);
        const known = orders.flatMap(({ account, ...order }) => {
          const record = recordOf(account.key);
          const isHers = record?.externalId === account.externalId && record.doubt === null;
          return isHers ? [{ account: { ...account, key: record.key }, ...order }] : [];
        });
        const facts = known.length > 0 ? await connector.setExtraTimes?.(course, known, signal, hours) : [];
        const answered = await withHandles(course.organisation, facts ?? []);
        const named = new Set(answered.map(({ key }) => key));
        const problem = { quizzes: 0, inPlace: 0, problem: learning.strangersAccount };
        const others = known.length === orders.length ? [] : handles.filter((handle) => !named.has(handle));
        return [...answered, ...others.map((key): learning.ExtraTimeFacts => ({ key, ...problem }))];
      }),

    async signOnAddress(signOn, signal) {
      const { organisation, person, isStaff } = signOn;
      if (isStaff) return connector.signOnAddress(signOn, signal);
      const { refusals } = await ensurePeople(siteOf(organisation), [person], signal);
      const [refusal] = refusals;
      if (refusal) throw new learning.ConnectorError(refusal.remark, 'never');
      const record = (await recordsOf(organisation, [person.key], signal))(person.key);
      if (!record) throw new Error(`there is no record of ${person.key}`);
      const ensured = { ...signOn, person: recordedPerson(person, record), isEnsured: true } as const;
      return connector.signOnAddress(ensured, signal);
    },
  };
}

/** The name, in records, of the site where a person has one account. */
export function siteName(
  { isApartBySystem }: Pick<learning.Connector, 'isApartBySystem'>,
  platformId: number | null,
  { id }: Pick<Organisation, 'id'>,
): string {
  return isApartBySystem ? `builtin:${id}` : destinationOfPlatform(platformId);
}

/** The platform and the organisation of a name given by `siteName`. */
export function placeOfSite(name: string): {
  readonly platformId: number | null;
  readonly organisation: Organisation;
} {
  const [, systemId] = /^builtin:(\d+)$/.exec(name) ?? [];
  return {
    platformId: systemId ? null : (platformIdOfDestination(name) ?? null),
    organisation: { id: Number(systemId ?? 0), templateId: null, semesterId: null },
  };
}
