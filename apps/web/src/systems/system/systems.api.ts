import {
  changeSystem,
  createSystem,
  findSystemBySlug,
  listSystems,
  type NewSystem,
  type SystemChange,
} from '@guichet/contract/systems/systems';
import { removeLogo, saveLogo } from '@guichet/contract/systems/systems.logo';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../core/call/call.ts';

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

/** `logo` is a new picture, null to remove the picture, or undefined to keep it. */
export function useChangeSystem(systemId: number) {
  const params = { systemId };
  return useMutation({
    async mutationFn({ change, logo }: { change: SystemChange; logo: File | null | undefined }) {
      const changed = await call(changeSystem, { params, body: change });
      if (logo === undefined) return changed;
      return logo ? call(saveLogo, { params, body: {}, file: logo }) : call(removeLogo, { params });
    },
  });
}
