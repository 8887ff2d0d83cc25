import type { Role } from '@guichet/contract/core/access';
import type { Access } from '@guichet/contract/core/endpoint';
import type { Hashing } from '../crypto/hashing.ts';
import type { Keys } from '../crypto/keys.ts';
import type { Database, ReadDb } from '../database/database.ts';
import type { TenantScope } from '../database/rowSecurity/rowSecurity.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Config } from '../runtime/config.ts';
import type { Lifecycle } from '../runtime/lifecycle.ts';
import type { Log } from '../runtime/log.ts';
import type { Notifier } from '../runtime/notifier.ts';

export type { ReadDb, WriteTx } from '../database/database.ts';

/** The dependencies of every room, passed explicitly so that tests can replace each. */
export interface AppContext {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly database: Database;
  readonly keys: Keys;
  readonly hashing: Hashing;
  readonly notifier: Notifier;
  readonly lifecycle: Lifecycle;
}

/** The person of a live session, with roles. `systemId` is null only for `superAdmin`. */
export interface Identity {
  readonly sessionId: string;
  readonly userId: number;
  readonly fullName: string;
  readonly email: string;
  readonly roles: readonly { readonly role: Role; readonly systemId: number | null }[];
  readonly mustChoosePassword: boolean;
  /** A provider has opened the session, such as the university’s: no password was asked for. */
  readonly isByProvider: boolean;
  /** The current password was sent by mail; until the person changes it, almost every endpoint is refused. */
  readonly isPasswordDue: boolean;
  /** A role requires a second factor; until the person sets it up, almost every endpoint is refused. */
  readonly isFactorDue: boolean;
  /** The super admin behind an impersonation, with the session of their own. */
  readonly actor: Pick<Identity, 'userId' | 'fullName' | 'sessionId'> | null;
}

/** The facts in each kind of grant. */
interface Facts {
  anyone: { readonly identity: null };
  signedIn: { readonly identity: Identity };
  onSystem: { readonly identity: Identity; readonly systemId: number };
  /** `systemIds`: the systems on which the caller has the level; 'all' for a super admin. */
  onSystems: { readonly identity: Identity; readonly systemIds: TenantScope };
  /** The program itself: bootstrap, seed, workers. `name` appears in the audit log. */
  machine: { readonly identity: null; readonly name: string };
  /** The program on a single system, such as an operator's import on the command line. */
  machineOnSystem: { readonly identity: null; readonly name: string; readonly systemId: number };
}

type FactsOf<Kind extends keyof Facts> = { readonly kind: Kind } & Facts[Kind];
export type GrantFacts = { [Kind in keyof Facts]: FactsOf<Kind> }[keyof Facts];

declare const minted: unique symbol;
export type Minted = { readonly [minted]: true };

export type Grant = GrantFacts & Minted;
export type AnyoneGrant = FactsOf<'anyone'> & Minted;
export type SignedInGrant = FactsOf<'signedIn'> & Minted;
export type SystemGrant = FactsOf<'onSystem'> & Minted;
export type SystemsGrant = FactsOf<'onSystems'> & Minted;
export type MachineGrant = FactsOf<'machine'> & Minted;
export type MachineOnSystemGrant = FactsOf<'machineOnSystem'> & Minted;

/** The grant that `serve` hands to the handler of an endpoint with this access. */
export type GrantFor<A extends Access> = A extends 'public'
  ? AnyoneGrant
  : A extends 'signedIn'
    ? SignedInGrant
    : A extends { of: 'anySystem' }
      ? SystemsGrant
      : SystemGrant;

/** The systems whose rows are visible to a grant, for row-level security. */
export function readTenantScope(grant: GrantFacts): TenantScope {
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

/** Runs reads past row-level security, on a single snapshot that takes no writes: what other systems hold decides too. */
export function readEverywhere<T>({ database }: AppContext, work: (db: ReadDb) => Promise<T>): Promise<T> {
  return database.within('all', () => database.snapshot(work));
}

const written = new WeakSet<Grant>();

/** Notes that work on this grant was committed, so that a later error does not say that nothing was saved. */
export function noteCommit(grant: Grant): void {
  written.add(grant);
}

export function hasCommitted(grant: Grant): boolean {
  return written.has(grant);
}
