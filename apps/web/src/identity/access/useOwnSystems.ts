import { listEntrances } from '@guichet/contract/identity/access';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../core/call/query.ts';
import { useLanguage } from '../../core/i18n/useT.ts';

/** The systems that the reader administers, with their names in the current language. */
export function useOwnSystems() {
  const language = useLanguage();
  const { data } = useQuery(query(listEntrances));
  const systems = (data?.entrances ?? [])
    .filter(({ isAdmin }) => isAdmin)
    .map((one) => ({ id: one.systemId, slug: one.slug, name: one.title[language] || one.name }));
  return {
    systems,
    systemName: (id: number | null) => systems.find((system) => system.id === id)?.name ?? '',
    isSuperAdmin: data?.isSuperAdmin === true,
  };
}
