import type { Language } from '@guichet/contract/core/language';
import type { MessageKind } from '@guichet/contract/messages';
import { findMessageGap, type MessageGap, type ReminderGap } from '@guichet/contract/messages.gaps';
import type { ReadDb } from '../platform/database/database.ts';
import type { TenantScope } from '../platform/database/rowSecurity/rowSecurity.ts';
import { selectTextsOfSystems } from './gaps.queries.ts';
import { initialText } from './initialText.ts';

export interface GapsOfSystem {
  readonly systemId: number;
  /** Of the invitation. */
  readonly gap: MessageGap | null;
  /** Of the reminder; null while nobody has written one. */
  readonly reminderGap: ReminderGap | null;
}

/** For each of these systems whether its messages are empty or out of date in a language. */
export async function listMessageGaps(db: ReadDb, systemIds: TenantScope): Promise<GapsOfSystem[]> {
  const texts = await selectTextsOfSystems(db, systemIds);
  const bySystem = Map.groupBy(texts, ({ systemId }) => systemId);
  return [...bySystem].map(([systemId, own]) => {
    const gapOf = (kind: MessageKind) => {
      const of = (language: Language) => {
        const { subject, body } = initialText({ kind, language });
        const text = own.find((one) => one.kind === kind && one.language === language);
        const { savedAt = null, comparedTo = null } = text ?? {};
        return { subject: text?.subject ?? subject, body: text?.body ?? body, savedAt, comparedTo };
      };
      return findMessageGap({ fr: of('fr'), en: of('en') });
    };
    const reminderGap = own.some(({ kind }) => kind === 'reminder') ? gapOf('reminder') : null;
    return {
      systemId,
      gap: gapOf('invitation'),
      reminderGap: reminderGap === 'emptyBoth' ? null : reminderGap,
    };
  });
}
