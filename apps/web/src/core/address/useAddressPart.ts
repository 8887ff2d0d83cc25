import { useNavigate, useSearch } from '@tanstack/react-router';
import { formatSearch, parseSearch, type Search } from './search.ts';

/**
 * The named parameters of the address as one text such as `q=zoe&sort=-name`; and a function that restores
 * such a text. It sets the named parameters, removes `page`, and leaves the rest of the query unchanged.
 */
export function useAddressPart(names: readonly string[]): readonly [string, (part: string) => void] {
  const search = useSearch({ strict: false }) as Search;
  const go = useNavigate();
  const restore = (part: string) => {
    const wanted = parseSearch(part);
    const changed = Object.fromEntries(names.map((name) => [name, wanted[name]]));
    void go({ to: '.', search: (before: Search) => ({ ...before, ...changed, page: undefined }) });
  };
  const present = names.toSorted().map((name) => [name, search[name]] as const);
  return [formatSearch(Object.fromEntries(present)).slice(1), restore];
}
