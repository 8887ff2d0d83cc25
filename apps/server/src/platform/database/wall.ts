import { AsyncLocalStorage } from 'node:async_hooks';

/** The systems whose rows may be met; 'all' where nobody's rights set a bound. */
export type Reach = readonly number[] | 'all';

/** Stands in for a connection's own role where that one, a superuser's say, may pass every wall. */
export const walledRole = 'guichet_walled';

export interface WallStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly string[];
}

/** Local settings: the end of the transaction takes the wall down again, whatever happens in it. */
const setReach = "select set_config('guichet.reach', $1, true)";
const setReachAndRole = `${setReach}, set_config('role', '${walledRole}', true)`;

/**
 * The second wall between systems: what runs inside of it meets only rows of the systems within its reach, also where
 * a query forgets to ask for them. In the database the policies of migration 007 stand for it.
 */
export class Wall {
  /** Whether our own role passes walls, so that `walledRole` has to stand in for it. */
  needsRole = false;
  readonly #here = new AsyncLocalStorage<{ readonly reach: Reach; readonly isTransaction: boolean }>();

  /** Each statement of `work` is walled for itself. */
  within<T>(reach: Reach, work: () => Promise<T>): Promise<T> {
    return this.#here.run({ reach, isTransaction: false }, work);
  }

  /** The transaction that begins in `work` is walled as a whole. */
  aroundTransaction<T>(reach: Reach, work: () => Promise<T>): Promise<T> {
    return this.#here.run({ reach, isTransaction: true }, work);
  }

  /** What a single statement has to be preceded by; null for nothing. */
  beforeStatement(): WallStatement | null {
    const here = this.#here.getStore();
    if (!here || here.isTransaction || here.reach === 'all') return null;
    const text = this.needsRole ? setReachAndRole : setReach;
    return { name: 'guichet_wall', text, values: [arrayOf(here.reach)] };
  }

  /** The statements that begin a transaction, and raise its wall in the same message. */
  begin(statements: string): string {
    const here = this.#here.getStore();
    if (!here || here.reach === 'all') return statements;
    const raised = `${statements}; set local guichet.reach to '${arrayOf(here.reach)}'`;
    return this.needsRole ? `${raised}; set local role to ${walledRole}` : raised;
  }
}

/** As PostgreSQL writes an array. */
function arrayOf(systemIds: readonly number[]): string {
  return `{${systemIds.map(Number).join(',')}}`;
}
