import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { doorOptions } from '../features/systems/systems.api.ts';
import { UnknownPath } from './UnknownPath.tsx';
import { UnreachedPage } from './UnreachedPage.tsx';

export interface SystemOfSlugProps {
  slug: string;
  children: (systemId: number) => ReactNode;
}

/** The system that bears a slug, of those that were made after the nine. */
export function SystemOfSlug({ slug, children }: SystemOfSlugProps) {
  const door = useQuery(doorOptions(slug.toLowerCase()));
  if (door.data) return children(door.data.systemId);
  if (door.data === null) return <UnknownPath />;
  return <UnreachedPage query={door} />;
}
