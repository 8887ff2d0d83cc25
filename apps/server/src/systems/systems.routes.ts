import { findSystemDoor, listSystems } from '@guichet/contract/systems';
import type { House } from '../platform/house.ts';
import type { Serve } from '../platform/serve.ts';
import { selectSystemBySlug, selectSystems } from './systems.queries.ts';

export function systemsRoutes(serve: Serve, { database }: House): void {
  serve(listSystems, () => selectSystems(database.read));

  serve(findSystemDoor, async ({ params }) => {
    const system = await selectSystemBySlug(database.read, params.slug.toLowerCase());
    return system ? { systemId: system.id, slug: system.slug, landing: system.landing } : null;
  });
}
