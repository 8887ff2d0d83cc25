import { seedSystems } from '@guichet/contract/landings';
import { landingSlug } from './landingSlug.ts';
import { leftSystemOf } from './leftSystem.ts';
import { cleanPath } from './settleAddress.ts';

/** The system in the path of a public page: of its landing, or of the platform that was left. */
export function systemOfPath(pathname: string): number | null {
  const left = leftSystemOf(pathname);
  if (left !== null) return left;
  const slug = landingSlug(cleanPath(pathname));
  return seedSystems.find((system) => system.slug === slug)?.id ?? null;
}
