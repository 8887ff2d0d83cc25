import { AsyncLocalStorage } from 'node:async_hooks';

/** The systems whose rows may be met; 'all' where nobody's rights set a bound. */
export type TenantScope = readonly number[] | 'all';

/** Stands in for a connection's own role where that one, a superuser's say, may pass every wall. */
export const rlsRole = 'guichet_walled';

export interface RowSecurityStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly string[];
}

/** Local settings: the end of the transaction takes the wall down again, whatever happens in it. */
const setTenantScope = "select set_config('guichet.tenant_scope', $1, true)";
const setTenantScopeAndRole = `${setTenantScope}, set_config('role', '${rlsRole}', true)`;

/**
 * The second wall between systems: what runs inside of it meets only rows of the systems within its reach, also where
 * a query forgets to ask for them. In the database the policies of migration 007 stand for it.
 */
export class RowSecurity {
  /** Whether our own role passes walls, so that `rlsRole` has to stand in for it. */
  needsRole = false;
  readonly #here = new AsyncLocalStorage<{
    readonly tenantScope: TenantScope;
    readonly isTransaction: boolean;
  }>();

  /** Each statement of `work` is walled for itself. */
  within<T>(tenantScope: TenantScope, work: () => Promise<T>): Promise<T> {
    return this.#here.run({ tenantScope, isTransaction: false }, work);
  }

  /** The transaction that begins in `work` is walled as a whole. */
  aroundTransaction<T>(tenantScope: TenantScope, work: () => Promise<T>): Promise<T> {
    return this.#here.run({ tenantScope, isTransaction: true }, work);
  }

  /** What a single statement has to be preceded by; null for nothing. */
  beforeStatement(): RowSecurityStatement | null {
    const here = this.#here.getStore();
    if (!here || here.isTransaction || here.tenantScope === 'all') return null;
    const text = this.needsRole ? setTenantScopeAndRole : setTenantScope;
    return { name: 'guichet_row_security', text, values: [arrayOf(here.tenantScope)] };
  }

  /** The statements that begin a transaction, and raise its wall in the same message. */
  begin(statements: string): string {
    const here = this.#here.getStore();
    if (!here || here.tenantScope === 'all') return statements;
    const applied = `${statements}; set local guichet.tenant_scope to '${arrayOf(here.tenantScope)}'`;
    return this.needsRole ? `${applied}; set local role to ${rlsRole}` : applied;
  }
}

/** As PostgreSQL writes an array. */
function arrayOf(systemIds: readonly number[]): string {
  return `{${systemIds.map(Number).join(',')}}`;
}
