import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { systemBySlugOptions } from '../features/systems/systems.api.ts';
import { UnknownPath } from './fallbacks/UnknownPath.tsx';
import { UnreachedPage } from './fallbacks/UnreachedPage.tsx';

export interface SystemOfSlugProps {
  slug: string;
  children: (systemId: number) => ReactNode;
}

/** Resolves the slug of a system that was created after the initial nine. */
export function SystemOfSlug({ slug, children }: SystemOfSlugProps) {
  const system = useQuery(systemBySlugOptions(slug.toLowerCase()));
  if (system.data) return children(system.data.systemId);
  if (system.data === null) return <UnknownPath />;
  return <UnreachedPage query={system} />;
}
