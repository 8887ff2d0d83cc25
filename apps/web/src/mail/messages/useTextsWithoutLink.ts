import type { Language } from '@guichet/contract/core/language';
import { lacksPasswordLink, languageSent } from '@guichet/contract/mail/messages.gaps';
import { useQueries } from '@tanstack/react-query';
import { messageOptions } from './messages.api.ts';

/**
 * Which text readers of a language would get as the invitation, as it is saved now, if that lacks the link to a first
 * password; null if it has one or none would be sent. Undefined while the texts load.
 */
export function useTextsWithoutLink(systemId: number, enabled = true) {
  // Always fresh: it may have been corrected in the tab that the warning opened.
  const optionsOf = (language: Language) => ({
    ...messageOptions(systemId, 'invitation', language),
    enabled,
    staleTime: 0,
  });
  const [{ data: fr }, { data: en }] = useQueries({ queries: [optionsOf('fr'), optionsOf('en')] });
  if (!fr || !en) return undefined;
  const saved = { fr, en };
  return (reader: Language): Language | null => {
    const language = languageSent(saved, reader);
    return language && lacksPasswordLink(saved[language]) ? language : null;
  };
}
