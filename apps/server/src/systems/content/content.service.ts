/** Owns the bilingual texts of a system. Does not know where the texts are shown. */

import { type Language, otherLanguage } from '@guichet/contract/core/language';
import { publicLabels } from '@guichet/contract/systems/content';
import type { Author } from '../../core/audit/audit.service.ts';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';
import type { InitDefaults } from '../system/systems.service.ts';
import { copyContent, insertContent, insertFirstVersions, selectContentItem } from './content.queries.ts';

/** The title of a system in a language, else in the other language, else ''. */
export async function findTitle(db: ReadDb, systemId: number, language: Language): Promise<string> {
  const [item] = await selectContentItem(db, systemId, 'Title', language);
  if (item?.content) return item.content;
  const [other] = await selectContentItem(db, systemId, 'Title', otherLanguage(language));
  return other?.content ?? '';
}

/** Content that anybody may read: a list with the item of a public label; an empty list for any other label. */
export async function findPublicContent(db: ReadDb, systemId: number, label: string, language: Language) {
  const known = publicLabels.find((name) => name.toLowerCase() === label.toLowerCase());
  return known ? selectContentItem(db, systemId, known, language) : [];
}

/**
 * A new system starts with the texts of `copyFrom`, or with empty public labels in both languages (S3.10).
 * The title is not copied, since it names the other system.
 */
export const initContentDefaults: InitDefaults = async (tx, { systemId, name, copyFrom, author, now }) => {
  if (copyFrom !== null) {
    const titled = { systemId, label: 'Title', fr: name, en: name };
    await insertContent(tx, rowsOf([titled], now));
    await copyContent(tx, { from: copyFrom, to: systemId, now });
  }
  const missing = publicLabels.map((label) => ({ systemId, label, fr: '', en: '' }));
  await seedContent(tx, missing, author, now);
};

/** Inserts the first texts of systems, each text with its first version. */
export async function seedContent(tx: WriteTx, texts: readonly FirstContent[], author: Author, now: Date) {
  await insertContent(tx, rowsOf(texts, now));
  await insertFirstVersions(tx, author);
}

function rowsOf(texts: readonly FirstContent[], now: Date) {
  return texts.flatMap(({ systemId, label, fr, en }) => [
    { system_id: systemId, label, language: 'fr' as const, content: fr, updated_at: now },
    { system_id: systemId, label, language: 'en' as const, content: en, updated_at: now },
  ]);
}

export interface FirstContent {
  readonly systemId: number;
  readonly label: string;
  readonly fr: string;
  readonly en: string;
}
