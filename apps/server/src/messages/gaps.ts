import type { Language } from '@guichet/contract/core/language';
import { findMessageGap, type MessageGap } from '@guichet/contract/messages.gaps';
import type { ReadDb } from '../platform/database/database.ts';
import type { TenantScope } from '../platform/database/rowSecurity/rowSecurity.ts';
import { selectTextsOfSystems } from './gaps.queries.ts';

/** For each of these systems whether its message is empty or out of date in a language. */
export async function listMessageGaps(
  db: ReadDb,
  systemIds: TenantScope,
): Promise<{ systemId: number; gap: MessageGap | null }[]> {
  const texts = await selectTextsOfSystems(db, systemIds);
  return [...new Set(texts.map(({ systemId }) => systemId))].map((systemId) => {
    const of = (language: Language) => {
      const text = texts.find((one) => one.systemId === systemId && one.language === language);
      const { subject, body, savedAt = null, comparedTo = null } = text ?? {};
      return { subject: subject ?? '', body: body ?? '', savedAt, comparedTo };
    };
    return { systemId, gap: findMessageGap({ fr: of('fr'), en: of('en') }) };
  });
}
