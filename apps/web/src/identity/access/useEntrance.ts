import { listEntrances } from '@guichet/contract/identity/access';
import { query, useQuery } from '../../core/call/query.ts';
import { useLanguage } from '../../core/i18n/useT.ts';

/** The entrance of the reader to a system, with its title in the current language and the path of its configuration. */
export function useEntrance(systemId: number | null) {
  const language = useLanguage();
  const home = useQuery(query(listEntrances));
  const entrance = home.data?.entrances.find((one) => one.systemId === systemId);
  return {
    home,
    entrance,
    systemTitle: entrance ? entrance.title[language] || entrance.name : '',
    configuration: entrance ? `/${entrance.slug}/configuration` : '/home',
  };
}
