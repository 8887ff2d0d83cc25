import type { Role } from '@guichet/contract/core/access';
import type { Access } from '@guichet/contract/core/endpoint';
import type { TenantScope } from '../database/rowSecurity/rowSecurity.ts';

/** Who a live session belongs to, and what that person holds. `systemId` is null for `superAdmin` alone. */
export interface Identity {
  readonly sessionId: string;
  readonly userId: number;
  readonly fullName: string;
  readonly email: string;
  readonly roles: readonly { readonly role: Role; readonly systemId: number | null }[];
  readonly mustChoosePassword: boolean;
  /** The password of now has stood in a mail: until it is replaced almost everything is shut. */
  readonly isPasswordDue: boolean;
  /** A role demands a second factor, and there is none: until one is set up almost everything is shut. */
  readonly isFactorDue: boolean;
  /** The super admin behind an impersonation, and that person's own session. */
  readonly actor: Pick<Identity, 'userId' | 'fullName' | 'sessionId'> | null;
}

interface Anyone {
  readonly kind: 'anyone';
  readonly identity: null;
}
interface SignedIn {
  readonly kind: 'signedIn';
  readonly identity: Identity;
}
interface OnSystem {
  readonly kind: 'onSystem';
  readonly identity: Identity;
  readonly systemId: number;
}
interface OnSystems {
  readonly kind: 'onSystems';
  readonly identity: Identity;
  /** The systems on which the caller reaches the level; 'all' for a super admin. */
  readonly systemIds: readonly number[] | 'all';
}
/** The program itself: bootstrap, seed, workers. `name` stands in the audit trail. */
interface Machine {
  readonly kind: 'machine';
  readonly identity: null;
  readonly name: string;
}

/** The same for one system: an operator who has a list placed from the command line. */
interface MachineOnSystem {
  readonly kind: 'machineOnSystem';
  readonly identity: null;
  readonly name: string;
  readonly systemId: number;
}

export type GrantFacts = Anyone | SignedIn | OnSystem | OnSystems | Machine | MachineOnSystem;

declare const minted: unique symbol;
export type Minted = { readonly [minted]: true };

export type Grant = GrantFacts & Minted;
export type AnyoneGrant = Anyone & Minted;
export type SignedInGrant = SignedIn & Minted;
export type SystemGrant = OnSystem & Minted;
export type SystemsGrant = OnSystems & Minted;
export type MachineGrant = Machine & Minted;
export type MachineOnSystemGrant = MachineOnSystem & Minted;

/** The grant that `serve` hands to the handler of an endpoint with this access. */
export type GrantFor<A extends Access> = A extends 'public'
  ? AnyoneGrant
  : A extends 'signedIn'
    ? SignedInGrant
    : A extends { of: 'anySystem' }
      ? SystemsGrant
      : SystemGrant;

/** The systems whose rows whoever holds a grant may meet: the second wall stands around them. */
export function tenantScopeOf(grant: GrantFacts): TenantScope {
  switch (grant.kind) {
    case 'onSystem':
    case 'machineOnSystem':
      return [grant.systemId];
    case 'onSystems':
      return grant.systemIds;
    case 'signedIn': {
      const held = grant.identity.roles.map(({ systemId }) => systemId);
      return held.includes(null) ? 'all' : (held as number[]);
    }
    case 'anyone':
    case 'machine':
      return 'all';
  }
}

const written = new WeakSet<Grant>();

/** What was done on this grant has been committed: whatever fails from now on, nobody may say that nothing was saved. */
export function noteCommit(grant: Grant): void {
  written.add(grant);
}

export function hasCommitted(grant: Grant): boolean {
  return written.has(grant);
}
