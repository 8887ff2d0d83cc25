import { contentFault, interfaceLabels, publicLabels, type WrittenContent } from '@guichet/contract/content';
import type { Language } from '@guichet/contract/core/language';
import { record, unchanged, write } from '../audit/audit.service.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import type { SystemGrant } from '../platform/grant.ts';
import type { House } from '../platform/house.ts';
import { deleteContent, lockContent, selectContent, upsertContent } from './content.queries.ts';

export interface ContentEdit {
  readonly label: string;
  readonly language: Language;
  readonly content: string;
  /** When the text that was edited had been saved, null where there was none; undefined: whatever stands there. */
  readonly savedAt?: Date | null | undefined;
}

/**
 * Saves a text. One that stays the same keeps its date, so that the other language is not called older for nothing.
 * @throws AppError `request.invalid` (too long, a title of several lines), `content.changedMeanwhile`
 */
export async function saveContent(
  house: House,
  grant: SystemGrant,
  edit: ContentEdit,
): Promise<WrittenContent> {
  const { systemId } = grant;
  const { language } = edit;
  const content = cleanContent(edit.content);
  return write(house, grant, async (tx) => {
    await lockContent(tx, systemId);
    const items = await selectContent(tx, systemId);
    const label = findLabel(edit.label, items);
    checkContent(label, content);
    const former = items.find((item) => item.label === label && item.languageId === language);
    if (former?.content === content) return unchanged(former);
    if (edit.savedAt !== undefined && edit.savedAt?.getTime() !== former?.savedAt.getTime())
      throw new AppError('content.changedMeanwhile');
    const savedAt = laterThan(former?.savedAt, house.clock.now());
    const item = await upsertContent(tx, { systemId, label, language, content, savedAt });
    return record(item, {
      action: 'content.saved',
      subject: `content:${systemId}:${label}:${language}`,
      detail: { label, language, before: former?.content ?? null, after: content },
    });
  });
}

/** @throws AppError `content.labelNeeded` for a label that the sign-in page asks for */
export async function removeContent(house: House, grant: SystemGrant, wanted: string): Promise<boolean> {
  const { systemId } = grant;
  return write(house, grant, async (tx) => {
    await lockContent(tx, systemId);
    const items = await selectContent(tx, systemId);
    const label = findLabel(wanted, items);
    if (publicLabels.some((name) => name === label)) throw new AppError('content.labelNeeded');
    if (!(await deleteContent(tx, systemId, label))) return unchanged(false);
    const texts = items.filter((item) => item.label === label);
    return record(true, {
      action: 'content.removed',
      subject: `content:${systemId}:${label}`,
      detail: { label, before: Object.fromEntries(texts.map((item) => [item.languageId, item.content])) },
    });
  });
}

/** `title` and `Title` are one label, spelled as it was first. */
function findLabel(wanted: string, items: readonly { label: string }[]): string {
  const known = [...publicLabels, ...interfaceLabels, ...items.map(({ label }) => label)];
  return known.find((label) => label.toLowerCase() === wanted.toLowerCase()) ?? wanted;
}

/** Plain text: lines end in one way, and no control character is left but the tabulator. */
function cleanContent(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}

function checkContent(label: string, content: string): void {
  const fault = contentFault(label, content);
  if (fault) throw invalidField('content', fault);
}

/** Never the same moment twice: it tells versions apart. */
function laterThan(former: Date | undefined, now: Date): Date {
  return former && former >= now ? new Date(former.getTime() + 1) : now;
}
