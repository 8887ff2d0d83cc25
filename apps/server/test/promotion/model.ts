import type { Role } from '@guichet/contract/core/access';

/** A role as the audit log writes it: `admin:3`, `superAdmin`. */
export type Held = 'superAdmin' | `${Exclude<Role, 'superAdmin'>}:${number}`;

export interface Person {
  readonly held: readonly Held[];
  /** Those of the roles by which a system knows the person as a guest: it enrolled her though others had her account. */
  readonly guest: readonly Held[];
  readonly isActive: boolean;
  /** The systems of the person's enrolments. */
  readonly enrolled: readonly number[];
}
export type World = ReadonlyMap<number, Person>;

/** The password that the caller sends as a proof of who they are. */
export type Proof = 'right' | 'wrong' | 'none';

/** What a person may try; `targets` are user ids. */
export type Action =
  | { readonly kind: 'create'; readonly roles: readonly Held[]; readonly proof: Proof }
  | {
      readonly kind: 'setRoles';
      readonly target: number;
      readonly roles: readonly Held[];
      readonly proof: Proof;
    }
  | { readonly kind: 'activate' | 'deactivate'; readonly targets: readonly number[] }
  | { readonly kind: 'delete' | 'unenrol' | 'import'; readonly target: number; readonly system: number }
  | { readonly kind: 'givePassword'; readonly target: number; readonly proof: Proof }
  | { readonly kind: 'correct' | 'impersonate'; readonly target: number }
  | { readonly kind: 'createSystem' };

/** The id of a created person until the database has assigned one. */
export const newcomer = -1;

const systemOf = (held: Held) => (held === 'superAdmin' ? null : Number(held.split(':')[1]));
const isSuper = ({ held }: Person) => held.includes('superAdmin');

function administers(actor: Person, system: number | null): boolean {
  return isSuper(actor) || (system !== null && actor.held.includes(`admin:${system}`));
}

const reachesSomething = (actor: Person) => actor.held.some((one) => /^(admin:|superAdmin)/.test(one));

const isStudent = (held: Held) => held.startsWith('student:');

/** Nobody may change a role that she does not hold, nor a person who holds one; that of a guest elsewhere takes no right away. */
function manages(actor: Person, target: Person): boolean {
  const isOurs = (one: Held) => administers(actor, systemOf(one));
  const isOfGuest = (one: Held) => isStudent(one) && target.guest.includes(one);
  return (
    isSuper(actor) || (target.held.some(isOurs) && target.held.every((one) => isOurs(one) || isOfGuest(one)))
  );
}

const known = ({ held, guest }: Person) => held.filter((one) => !guest.includes(one));

/** Whether the actor's systems have the person as a guest alone, while others have the account. No exam here is over. */
function hosts(actor: Person, target: Person): boolean {
  const isOurs = (one: Held) => administers(actor, systemOf(one));
  return (
    !isSuper(actor) && target.guest.some(isOurs) && !known(target).some(isOurs) && known(target).length > 0
  );
}

function keepsASuperAdmin(world: World): boolean {
  return [...world.values()].some((person) => person.isActive && isSuper(person));
}

/** Who set a person's password, null for herself; her rights, as `extraTime:3`; and whether she has shown that the address is hers. */
export interface Entrusted {
  readonly isConfirmed: boolean;
  readonly givenBy: number | null;
  readonly rights: readonly string[];
}

/** Whether a password that somebody else set opens more than that person holds now. */
export function opensMore(world: World, entrusted: ReadonlyMap<number, Entrusted>, id: number): boolean {
  const { givenBy = null, rights = [] } = entrusted.get(id) ?? {};
  if (givenBy === null) return false;
  const giver = world.get(givenBy);
  if (!giver?.isActive)
    return rights.length > 0 || (world.get(id)?.held ?? []).some((one) => !isStudent(one));
  const opensRole = (world.get(id)?.held ?? []).some(
    (one) => !isStudent(one) && !administers(giver, systemOf(one)),
  );
  const opensRight = rights.some((one) => !entrusted.get(givenBy)?.rights.includes(one));
  return !isSuper(giver) && (opensRole || opensRight);
}

/** The rules of readings §1 as a pure function: the world after an action, or null where it is refused. The actor is signed in. */
export function judge(world: World, actorId: number, action: Action): World | null {
  const after = changed(world, actorId, action);
  return after && (keepsASuperAdmin(after) || !keepsASuperAdmin(world)) ? after : null;
}

function changed(world: World, actorId: number, action: Action): World | null {
  const actor = world.get(actorId) as Person;
  const person = (id: number) => world.get(id);
  const having = (id: number, more: Partial<Person>) =>
    new Map(world).set(id, { held: [], guest: [], isActive: true, enrolled: [], ...person(id), ...more });
  switch (action.kind) {
    case 'create': {
      const mayGive =
        reachesSomething(actor) && action.roles.every((one) => administers(actor, systemOf(one)));
      if (action.roles.includes('superAdmin') && action.proof !== 'right') return null;
      return mayGive ? having(newcomer, { held: action.roles }) : null;
    }
    case 'setRoles': {
      const target = person(action.target);
      const isOurs = (one: Held) => administers(actor, systemOf(one));
      if (!target || !reachesSomething(actor) || !action.roles.every(isOurs)) return null;
      if (action.target === actorId || (isSuper(target) && !isSuper(actor))) return null;
      if (!isSuper(actor) && !target.held.some(isOurs)) return null;
      const given = action.roles.filter((one) => !target.held.includes(one));
      // A proof is looked at wherever one is sent; a super admin is not made without.
      if (action.proof === 'wrong' || (action.proof === 'none' && given.includes('superAdmin'))) return null;
      // The host of a guest would take their rights from those who have the account.
      if (hosts(actor, target) && given.some((one) => !isStudent(one))) return null;
      const held = [...new Set([...target.held.filter((one) => !isOurs(one)), ...action.roles])];
      const stays = target.guest.filter((one) => held.includes(one));
      // A further role lets the system see no more.
      const isGuestIn = (system: number | null) => stays.some((one) => systemOf(one) === system);
      const guest = [...stays, ...given.filter((one) => isGuestIn(systemOf(one)))];
      const isStillEnrolled = target.enrolled.some(
        (id) => target.held.includes(`student:${id}`) && !held.includes(`student:${id}`),
      );
      return held.length === 0 || isStillEnrolled ? null : having(action.target, { held, guest });
    }
    case 'activate':
    case 'deactivate': {
      const isActive = action.kind === 'activate';
      if (!reachesSomething(actor) || (!isActive && action.targets.includes(actorId))) return null;
      const after = new Map(world);
      for (const id of action.targets) {
        const target = person(id);
        if (!target || !manages(actor, target)) return null;
        after.set(id, { ...target, isActive });
      }
      return after;
    }
    case 'delete': {
      const target = person(action.target);
      if (!target || !administers(actor, action.system) || action.target === actorId) return null;
      const isHere = target.held.some((one) => systemOf(one) === action.system);
      const isElsewhere = target.held.some((one) => ![action.system, null].includes(systemOf(one)));
      if (isElsewhere || (isSuper(target) && !isSuper(actor)) || (!isHere && !isSuper(actor))) return null;
      const after = new Map(world);
      after.delete(action.target);
      return after;
    }
    case 'import': {
      const target = person(action.target);
      if (!target || !administers(actor, action.system)) return null;
      const role = `student:${action.system}` as const;
      const enrolled = [...new Set([...target.enrolled, action.system])];
      if (target.held.includes(role)) return having(action.target, { enrolled });
      const isOfOthers =
        !known(target).some((one) => systemOf(one) === action.system) &&
        known(target).some((one) => !administers(actor, systemOf(one)));
      const guest = isOfOthers ? [...target.guest, role] : target.guest;
      return having(action.target, { held: [...target.held, role], guest, enrolled });
    }
    case 'unenrol': {
      const mayTake = administers(actor, action.system) || actor.held.includes(`support:${action.system}`);
      const target = person(action.target);
      if (!mayTake) return null;
      return target
        ? having(action.target, { enrolled: target.enrolled.filter((id) => id !== action.system) })
        : world;
    }
    case 'givePassword': {
      const target = person(action.target);
      if (!target || !reachesSomething(actor) || !manages(actor, target)) return null;
      // A super admin's password is given with a proof.
      if (action.proof === 'wrong' || (action.proof === 'none' && isSuper(target))) return null;
      return action.target === actorId ? null : world;
    }
    case 'correct': {
      const target = person(action.target);
      return target && reachesSomething(actor) && manages(actor, target) ? world : null;
    }
    case 'impersonate': {
      const target = person(action.target);
      const mayBe = target?.isActive && target.held.length > 0 && !isSuper(target);
      return isSuper(actor) && mayBe && action.target !== actorId ? world : null;
    }
    case 'createSystem':
      return isSuper(actor) ? world : null;
  }
}
