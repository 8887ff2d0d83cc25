import type { Language } from '@guichet/contract/core/language';
import type { ContentEditConflict, WrittenContent } from '@guichet/contract/systems/content';
import type { ContentVersion, RemovedLabel } from '@guichet/contract/systems/content.versions';
import { write } from '../../core/audit/audit.service.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import type { ReadDb } from '../../core/database/database.ts';
import type { SystemGrant } from '../../core/http/grant.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { selectContent } from './content.queries.ts';
import { findLabel, settleContent } from './editing.ts';
import { selectRemovedLabels, selectVersion, selectVersions } from './versions.queries.ts';

/** The number of characters of a text that a list shows. */
const beginningLength = 200;

/** The versions of a text, newest first. */
export async function listVersions(db: ReadDb, systemId: number, wanted: string, language: Language) {
  const label = findLabel(wanted, await selectContent(db, systemId));
  const versions = await selectVersions(db, { systemId, label, language });
  return versions.map(({ content, ...version }) => ({
    ...version,
    beginning: content === null ? null : [...content].slice(0, beginningLength).join(''),
  }));
}

/** @throws AppError `version.notFound`, also for a version of another system */
export async function getVersion(db: ReadDb, systemId: number, versionId: number): Promise<ContentVersion> {
  const { id, savedAt, savedBy, content } = await findVersion(db, systemId, versionId);
  return { id, savedAt, savedBy, content };
}

/**
 * Saves an earlier text again, also for a removed label.
 * @throws AppError `version.notFound`, also for the version that records a removal
 */
export async function restoreContent(
  context: AppContext,
  grant: SystemGrant,
  versionId: number,
  savedAt: Date | null | undefined,
): Promise<WrittenContent | ContentEditConflict> {
  return write(context, grant, async (tx) => {
    const version = await findVersion(tx, grant.systemId, versionId);
    const { label, language, content } = version;
    if (content === null) throw new AppError('version.notFound');
    const edit = { label, language, content, savedAt };
    const restoredFrom = version.savedAt.toISOString();
    return settleContent(context, grant, tx, edit, 'content.restored', { restoredFrom });
  });
}

/** Removed labels, each with the versions to restore. */
export async function listRemovedLabels(db: ReadDb, systemId: number): Promise<RemovedLabel[]> {
  const rows = await selectRemovedLabels(db, systemId);
  return [...Map.groupBy(rows, ({ label }) => label)].map(([label, texts]) => {
    const [first] = texts.toSorted((a, b) => b.removedAt.getTime() - a.removedAt.getTime());
    return {
      label,
      removedAt: first?.removedAt ?? new Date(0),
      removedBy: first?.removedBy ?? null,
      versions: texts.map(({ id, language }) => ({ id, languageId: language })),
    };
  });
}

async function findVersion(db: ReadDb, systemId: number, versionId: number) {
  const version = await selectVersion(db, systemId, versionId);
  if (!version) throw new AppError('version.notFound');
  return version;
}
