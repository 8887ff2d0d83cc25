import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { doorOptions } from '../features/systems/systems.api.ts';
import { Loaded } from '../platform/lists/Loaded.tsx';
import { Page } from '../ui/Page.tsx';
import { UnknownPath } from './UnknownPath.tsx';

export interface SystemOfSlugProps {
  slug: string;
  children: (systemId: number) => ReactNode;
}

/** The system that bears a slug, of those that were made after the nine. */
export function SystemOfSlug({ slug, children }: SystemOfSlugProps) {
  const door = useQuery(doorOptions(slug.toLowerCase()));
  if (door.data) return children(door.data.systemId);
  if (door.data === null) return <UnknownPath />;
  return (
    <Page>
      <Loaded query={door}>{() => null}</Loaded>
    </Page>
  );
}
