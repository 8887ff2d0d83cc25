import type { Language } from '@guichet/contract/core/language';
import {
  type ContentEditConflict,
  contentFault,
  interfaceLabels,
  publicLabels,
  type WrittenContent,
} from '@guichet/contract/systems/content';
import type { ContentVersion, RemovedLabel } from '@guichet/contract/systems/content.versions';
import {
  type AuditLine,
  findAuthor,
  record,
  unchanged,
  type Written,
  write,
} from '../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemGrant, WriteTx } from '../../core/context/appContext.ts';
import { laterThan } from '../../core/runtime/clock.ts';
import { AppError, invalidField } from '../../core/runtime/errors.ts';
import { lockSystem } from '../system/systems.service.ts';
import * as queries from './content.queries.ts';

interface ContentEdit {
  readonly label: string;
  readonly language: Language;
  readonly content: string;
  /** When the edited text was last saved; null for a new text; undefined overwrites any text. */
  readonly savedAt?: Date | null | undefined;
}

/**
 * Saves a text. An unchanged text keeps its date, so that the other language does not appear outdated.
 * @throws AppError `request.invalid` (too long, a title of several lines)
 */
export async function saveContent(
  context: AppContext,
  grant: SystemGrant,
  edit: ContentEdit,
): Promise<WrittenContent | ContentEditConflict> {
  return write(context, grant, (tx) => settleContent(context, grant, tx, edit, 'content.saved'));
}

/** Writes a text and its version inside `tx`; the audit line has this `action`. */
async function settleContent(
  context: AppContext,
  grant: SystemGrant,
  tx: WriteTx,
  edit: ContentEdit,
  action: AuditLine['action'],
  more: AuditLine['detail'] = {},
): Promise<Written<WrittenContent | ContentEditConflict>> {
  const { systemId } = grant;
  const { language } = edit;
  const content = cleanContent(edit.content);
  await lockSystem(tx, systemId);
  const items = await queries.selectContent(tx, systemId);
  const label = findLabel(edit.label, items);
  const fault = contentFault(label, content);
  if (fault) throw invalidField('content', fault);
  const former = items.find((item) => item.label === label && item.languageId === language);
  if (former?.content === content) return unchanged(former);
  if (edit.savedAt !== undefined && edit.savedAt?.getTime() !== former?.savedAt.getTime())
    return unchanged(await editConflictWith(tx, { systemId, label, language }, former));
  const savedAt = laterThan(former?.savedAt, context.clock.now());
  const item = await queries.upsertContent(tx, { systemId, label, language, content, savedAt });
  await keepVersion(tx, grant, { label, language, content, savedAt });
  return record(item, {
    action,
    subject: `content:${systemId}:${label}:${language}`,
    detail: { label, language, before: former?.content ?? null, after: content, ...more },
  });
}

/** @throws AppError `content.labelNeeded` for a public label, which the sign-in page needs */
export async function removeContent(context: AppContext, grant: SystemGrant, wanted: string) {
  const { systemId } = grant;
  return write(context, grant, async (tx) => {
    await lockSystem(tx, systemId);
    const items = await queries.selectContent(tx, systemId);
    const label = findLabel(wanted, items);
    if (publicLabels.some((name) => name === label)) throw new AppError('content.labelNeeded');
    if (!(await queries.deleteContent(tx, systemId, label))) return unchanged(false);
    const texts = items.filter((item) => item.label === label);
    for (const { languageId: language, savedAt } of texts) {
      const removedAt = laterThan(savedAt, context.clock.now());
      await keepVersion(tx, grant, { label, language, content: null, savedAt: removedAt });
    }
    return record(true, {
      action: 'content.removed',
      subject: `content:${systemId}:${label}`,
      detail: { label, before: Object.fromEntries(texts.map((item) => [item.languageId, item.content])) },
    });
  });
}

/** The existing spelling of a label, compared case-insensitively; `wanted` where no such label exists. */
function findLabel(wanted: string, items: readonly { label: string }[]): string {
  const known = [...publicLabels, ...interfaceLabels, ...items.map(({ label }) => label)];
  return known.find((label) => label.toLowerCase() === wanted.toLowerCase()) ?? wanted;
}

async function keepVersion(
  tx: WriteTx,
  grant: SystemGrant,
  { savedAt, ...text }: { label: string; language: Language; content: string | null; savedAt: Date },
): Promise<void> {
  const { userId, fullName } = findAuthor(grant);
  await queries.insertVersion(tx, {
    system_id: grant.systemId,
    ...text,
    saved_at: savedAt,
    saved_by: userId,
    saved_by_name: fullName,
  });
}

async function editConflictWith(
  tx: WriteTx,
  of: queries.TextOf,
  former: WrittenContent | undefined,
): Promise<ContentEditConflict> {
  const [newest] = await queries.selectVersions(tx, of, 1);
  const savedBy = newest?.savedBy ?? null;
  const current = { content: former?.content ?? null, savedAt: former?.savedAt ?? null, savedBy };
  return { outcome: 'changedMeanwhile', current };
}

/** Normalizes line ends and removes control characters except tabs. */
function cleanContent(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}

const beginningLength = 200;

export async function listVersions(db: ReadDb, systemId: number, wanted: string, language: Language) {
  const label = findLabel(wanted, await queries.selectContent(db, systemId));
  const versions = await queries.selectVersions(db, { systemId, label, language });
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

/** Saves an earlier text again, also for a removed label. @throws AppError `version.notFound` */
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

export async function listRemovedLabels(db: ReadDb, systemId: number): Promise<RemovedLabel[]> {
  const rows = await queries.selectRemovedLabels(db, systemId);
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
  const version = await queries.selectVersion(db, systemId, versionId);
  if (!version) throw new AppError('version.notFound');
  return version;
}
