import type { GrantFacts, Minted } from './grant.ts';

/** Makes a grant of facts that were checked. Only `access.service.ts` may import this file; `npm test -- boundaries` sees to it. */
export function mintGrant<F extends GrantFacts>(facts: F): F & Minted {
  return Object.freeze(facts) as F & Minted;
}
