import { type Language, languages } from '@guichet/contract/core/language';
import type { MessageKind } from '@guichet/contract/mail/messages';
import {
  findMessageGap,
  lacksPasswordLink,
  languageSent,
  type MessageGap,
  type ReminderGap,
} from '@guichet/contract/mail/messages.gaps';
import type { ReadDb } from '../../core/database/database.ts';
import type { TenantScope } from '../../core/database/rowSecurity/rowSecurity.ts';
import { selectTextsOfSystems, type TextOfSystem } from './gaps.queries.ts';
import { initialText } from './initialText.ts';

export interface GapsOfSystem {
  readonly systemId: number;
  /** The gap of the invitation. */
  readonly gap: MessageGap | null;
  /** The gap of the reminder; null while nobody has written a reminder. */
  readonly reminderGap: ReminderGap | null;
}

/** For each of these systems, whether its messages are empty or out of date in a language. */
export async function listMessageGaps(db: ReadDb, systemIds: TenantScope): Promise<GapsOfSystem[]> {
  const texts = await selectTextsOfSystems(db, systemIds);
  const bySystem = Map.groupBy(texts, ({ systemId }) => systemId);
  return [...bySystem].map(([systemId, own]) => {
    const gapOf = (kind: MessageKind) => findMessageGap(textsOfKind(own, kind));
    const reminderGap = own.some(({ kind }) => kind === 'reminder') ? gapOf('reminder') : null;
    return {
      systemId,
      gap: gapOf('invitation'),
      reminderGap: reminderGap === 'emptyBoth' ? null : reminderGap,
    };
  });
}

/**
 * By system and by the reader's language: the language in which the message would reach these readers without
 * the link to a first password; absent where the text has the link or no mail would be sent.
 */
export async function listTextsWithoutPasswordLink(
  db: ReadDb,
  systemIds: TenantScope,
  kind: MessageKind,
): Promise<ReadonlyMap<number, Partial<Record<Language, Language>>>> {
  const bySystem = Map.groupBy(await selectTextsOfSystems(db, systemIds), ({ systemId }) => systemId);
  return new Map(
    [...bySystem].map(([systemId, own]) => {
      const texts = textsOfKind(own, kind);
      const lacking = languages.flatMap((reader) => {
        const language = languageSent(texts, reader);
        return language && lacksPasswordLink(texts[language]) ? [[reader, language] as const] : [];
      });
      return [systemId, Object.fromEntries(lacking)];
    }),
  );
}

/** The texts of a kind in both languages: as saved, else the portal's initial text. */
function textsOfKind(own: readonly TextOfSystem[], kind: MessageKind) {
  const of = (language: Language) => {
    const { subject, body } = initialText({ kind, language });
    const text = own.find((one) => one.kind === kind && one.language === language);
    const { savedAt = null, comparedTo = null } = text ?? {};
    return { subject: text?.subject ?? subject, body: text?.body ?? body, savedAt, comparedTo };
  };
  return { fr: of('fr'), en: of('en') };
}
