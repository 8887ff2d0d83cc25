/**
 * Owns the name of the university as it is written in the portal.
 * Does not know where it is shown: `platform/database/universityName.ts` reads it for all of them.
 */
import type { BodyOf, ReplyOf } from '@guichet/contract/core/endpoint';
import type { saveUniversity as saveEndpoint, UniversityEditConflict } from '@guichet/contract/university';
import { record, selectLinesAbout, unchanged, write } from '../audit/audit.service.ts';
import type { WriteTx } from '../platform/database/database.ts';
import { forgetUniversityName } from '../platform/database/universityName.ts';
import type { SystemsGrant } from '../platform/http/grant.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import * as queries from './university.queries.ts';

/** The stored name with its version, else that of the settings, whose version is 0. */
export async function getUniversity({ config, database }: Pick<AppContext, 'config' | 'database'>) {
  const stored = await queries.selectUniversity(database.read);
  return stored ?? { ...config.universityName, version: 0 };
}

/** A name that stands as the form states it is not written again. */
export async function saveUniversity(
  context: AppContext,
  grant: SystemsGrant,
  { version, fr, en }: BodyOf<typeof saveEndpoint>,
): Promise<ReplyOf<typeof saveEndpoint>> {
  const reply = await write<ReplyOf<typeof saveEndpoint>>(context, grant, async (tx) => {
    const stored = await queries.lockUniversity(tx);
    if (stored?.fr === fr && stored.en === en) return unchanged({ fr, en, version: stored.version });
    if (stored && stored.version !== version) return unchanged(await editConflict(tx));
    const next = (stored?.version ?? 0) + 1;
    if (!(await queries.upsertUniversity(tx, { fr, en }, next, context.clock.now())))
      return unchanged(await editConflict(tx));
    const before = stored ?? context.config.universityName;
    return record(
      { fr, en, version: next },
      {
        action: 'university.renamed',
        subject: 'university',
        detail: { before: { nameFr: before.fr, nameEn: before.en }, after: { nameFr: fr, nameEn: en } },
      },
    );
  });
  forgetUniversityName(context.database);
  return reply;
}

async function editConflict(tx: WriteTx): Promise<UniversityEditConflict> {
  const stored = await queries.lockUniversity(tx);
  if (!stored) throw new Error('a version of the name of the university that was never stored');
  const about = {
    subject: 'university',
    actions: ['university.renamed'],
    systemIds: 'all',
    ofNone: true,
  } as const;
  const [last] = await selectLinesAbout(tx, about, 1);
  const { changedAt, ...current } = stored;
  return {
    outcome: 'changedMeanwhile',
    current: { ...current, savedAt: changedAt, savedBy: last?.actor ?? null },
  };
}
