import { listEntrances } from '@guichet/contract/identity/access';
import { query, useQuery } from '../../core/call/query.ts';
import { useLanguage } from '../../core/i18n/useT.ts';

/**
 * The systems that the reader administers, with their names in the current language. A system that is put aside is
 * offered only while `chosen`, still has a name, and stands in `everySystem`.
 */
export function useOwnSystems(chosen: number | null = null) {
  const language = useLanguage();
  const { data } = useQuery(query(listEntrances));
  const all = (data?.entrances ?? [])
    .filter(({ isAdmin }) => isAdmin)
    .map((one) => ({ ...one, id: one.systemId, name: one.title[language] || one.name }));
  return {
    everySystem: all,
    systems: all.filter(({ id, isArchived }) => !isArchived || id === chosen),
    systemName: (id: number | null) => all.find((system) => system.id === id)?.name ?? '',
    isSuperAdmin: data?.isSuperAdmin === true,
  };
}
