import { findSystemDoor, listSystems } from '@guichet/contract/systems';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call/call.ts';

export function systemsOptions() {
  return queryOptions({
    queryKey: ['systems'],
    queryFn: ({ signal }) => call(listSystems, { signal }),
  });
}

/** The system whose addresses bear a slug, or null. */
export function doorOptions(slug: string) {
  return queryOptions({
    queryKey: ['systems', 'door', slug],
    queryFn: ({ signal }) => call(findSystemDoor, { params: { slug }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
