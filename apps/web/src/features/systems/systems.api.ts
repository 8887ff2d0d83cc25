import {
  changeSystem,
  createSystem,
  findSystemBySlug,
  listSystems,
  type NewSystem,
  type SystemChange,
} from '@guichet/contract/systems';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../platform/call/call.ts';

export function systemsOptions() {
  return queryOptions({
    queryKey: ['systems'],
    queryFn: ({ signal }) => call(listSystems, { signal }),
  });
}

/** The system with this slug, or null. */
export function systemBySlugOptions(slug: string) {
  return queryOptions({
    queryKey: ['systems', 'bySlug', slug],
    queryFn: ({ signal }) => call(findSystemBySlug, { params: { slug }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useCreateSystem() {
  return useMutation({ mutationFn: (body: NewSystem) => call(createSystem, { body }) });
}

export function useChangeSystem(systemId: number) {
  return useMutation({
    mutationFn: (body: SystemChange) => call(changeSystem, { params: { systemId }, body }),
  });
}
