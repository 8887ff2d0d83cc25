import type { Language } from '@guichet/contract/core/language';
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
import { initialText, isInitialInvitation } from './initialText.ts';
import { selectTextsOfSystems, type TextOfSystem } from './messages.queries.ts';

export interface GapsOfSystem {
  readonly systemId: number;
  /** The gap of the invitation. */
  readonly gap: MessageGap | null;
  /** The gap of the reminder; null while nobody has written a reminder. */
  readonly reminderGap: ReminderGap | null;
  /** Whether the invitation, or that of an exam, is no longer in any language the portal's own with which a system begins. */
  readonly isWritten: boolean;
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
      isWritten: own.some(
        ({ kind, language, body, hasOwnInvitation }) =>
          hasOwnInvitation ||
          (kind === 'invitation' && language !== null && !isInitialInvitation(body, language)),
      ),
    };
  });
}

/** The language in which the invitation would reach a reader without the link to a first password. */
export async function findTextsWithoutPasswordLink(
  db: ReadDb,
  exams: readonly { readonly systemId: number; readonly examId: number }[],
) {
  const systemIds = [...new Set(exams.map(({ systemId }) => systemId))];
  const examIds = exams.map(({ examId }) => examId);
  const found = await selectTextsOfSystems(db, systemIds, examIds);
  return (systemId: number, examId: number, reader: Language): Language | null => {
    const own = found.filter((text) => text.examId === examId && text.kind === 'invitation');
    const general = found.filter((text) => text.examId === null && text.systemId === systemId);
    const texts = textsOfKind(own.length > 0 ? own : general, 'invitation');
    const language = languageSent(texts, reader);
    return language && lacksPasswordLink(texts[language]) ? language : null;
  };
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
