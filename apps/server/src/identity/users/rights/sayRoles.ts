import { fillParams } from '@guichet/contract/core/errors';
import type { Language } from '@guichet/contract/core/language';
import type { ReadDb } from '../../../core/database/database.ts';
import { mailWords } from '../../../mail/texts/texts.service.ts';
import { chooseTitles, selectSystemLinks } from '../../access/access.service.ts';
import type { HeldRole } from './userRights.ts';

/** The roles in words, each with the title of its system. */
export async function sayRoles(db: ReadDb, language: Language, given: readonly HeldRole[]): Promise<string> {
  const words = mailWords[language].role;
  const systems = await selectSystemLinks(
    db,
    given.flatMap(({ systemId }) => systemId ?? []),
  );
  const titleOf = (id: number | null) => {
    const system = systems.find((one) => one.systemId === id);
    return system && (chooseTitles(system)[language] || system.name);
  };
  return given
    .map(({ role, systemId }) => fillParams(words[role], { title: titleOf(systemId) ?? '' }))
    .join(', ');
}
