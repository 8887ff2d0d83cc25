import type { Role } from '@guichet/contract/core/access';

/** A role as the audit log writes it: `admin:3`, `superAdmin`. */
export type Held = 'superAdmin' | `${Exclude<Role, 'superAdmin'>}:${number}`;

export interface Person {
  readonly held: readonly Held[];
  readonly isActive: boolean;
  /** The systems of the person's enrolments. */
  readonly enrolled: readonly number[];
}
export type World = ReadonlyMap<number, Person>;

/** What a person may try; `targets` are user ids. */
export type Action =
  | { readonly kind: 'create'; readonly roles: readonly Held[] }
  | { readonly kind: 'setRoles'; readonly target: number; readonly roles: readonly Held[] }
  | { readonly kind: 'activate' | 'deactivate'; readonly targets: readonly number[] }
  | { readonly kind: 'delete' | 'unenrol' | 'import'; readonly target: number; readonly system: number }
  | { readonly kind: 'givePassword' | 'correct' | 'impersonate'; readonly target: number }
  | { readonly kind: 'createSystem' };

/** The id of a created person until the database has assigned one. */
export const newcomer = -1;

const systemOf = (held: Held) => (held === 'superAdmin' ? null : Number(held.split(':')[1]));
const isSuper = ({ held }: Person) => held.includes('superAdmin');

function administers(actor: Person, system: number | null): boolean {
  return isSuper(actor) || (system !== null && actor.held.includes(`admin:${system}`));
}

const reachesSomething = (actor: Person) => actor.held.some((one) => /^(admin:|superAdmin)/.test(one));

/** Nobody may change a role that she does not hold, nor a person who holds one. */
function manages(actor: Person, target: Person): boolean {
  return (
    isSuper(actor) ||
    (target.held.length > 0 && target.held.every((one) => administers(actor, systemOf(one))))
  );
}

function keepsASuperAdmin(world: World): boolean {
  return [...world.values()].some((person) => person.isActive && isSuper(person));
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
    new Map(world).set(id, { held: [], isActive: true, enrolled: [], ...person(id), ...more });
  switch (action.kind) {
    case 'create': {
      const mayGive =
        reachesSomething(actor) && action.roles.every((one) => administers(actor, systemOf(one)));
      return mayGive ? having(newcomer, { held: action.roles }) : null;
    }
    case 'setRoles': {
      const target = person(action.target);
      const isOurs = (one: Held) => administers(actor, systemOf(one));
      if (!target || !reachesSomething(actor) || !action.roles.every(isOurs)) return null;
      if (action.target === actorId || (isSuper(target) && !isSuper(actor))) return null;
      if (!isSuper(actor) && !target.held.some(isOurs)) return null;
      const held = [...new Set([...target.held.filter((one) => !isOurs(one)), ...action.roles])];
      const isStillEnrolled = target.enrolled.some(
        (id) => target.held.includes(`student:${id}`) && !held.includes(`student:${id}`),
      );
      return held.length === 0 || isStillEnrolled ? null : having(action.target, { held });
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
      const held = [...new Set([...target.held, `student:${action.system}` as const])];
      return having(action.target, { held, enrolled: [...new Set([...target.enrolled, action.system])] });
    }
    case 'unenrol': {
      const mayTake = administers(actor, action.system) || actor.held.includes(`support:${action.system}`);
      const target = person(action.target);
      if (!mayTake) return null;
      return target
        ? having(action.target, { enrolled: target.enrolled.filter((id) => id !== action.system) })
        : world;
    }
    case 'givePassword':
    case 'correct': {
      const target = person(action.target);
      if (!target || !reachesSomething(actor) || !manages(actor, target)) return null;
      return action.kind === 'givePassword' && action.target === actorId ? null : world;
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
