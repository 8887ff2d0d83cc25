import { AsyncLocalStorage } from 'node:async_hooks';

/** The systems whose rows are visible; 'all': no restriction. */
export type TenantScope = readonly number[] | 'all';

/** The role that replaces a role which bypasses row-level security, such as a superuser. */
export const rlsRole = 'guichet_walled';

export interface RowSecurityStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly string[];
}

/** Local settings end with the transaction. */
const setTenantScope = "select set_config('guichet.tenant_scope', $1, true)";
const setTenantScopeAndRole = `${setTenantScope}, set_config('role', '${rlsRole}', true)`;

/**
 * Row-level security between systems, in addition to the queries' own conditions: work inside sees only rows
 * of the systems in its tenant scope. Migration 007 holds the policies.
 */
export class RowSecurity {
  /** Whether the connecting role bypasses row-level security, so that `rlsRole` replaces it. */
  needsRole = false;
  readonly #here = new AsyncLocalStorage<{
    readonly tenantScope: TenantScope;
    readonly isTransaction: boolean;
  }>();

  /** Applies the scope to every statement of `work`. */
  within<T>(tenantScope: TenantScope, work: () => Promise<T>): Promise<T> {
    return this.#here.run({ tenantScope, isTransaction: false }, work);
  }

  /** Applies the scope to the whole transaction that begins in `work`. */
  aroundTransaction<T>(tenantScope: TenantScope, work: () => Promise<T>): Promise<T> {
    return this.#here.run({ tenantScope, isTransaction: true }, work);
  }

  /** The statement to send before a single statement; null for none. */
  beforeStatement(): RowSecurityStatement | null {
    const here = this.#here.getStore();
    if (!here || here.isTransaction || here.tenantScope === 'all') return null;
    const text = this.needsRole ? setTenantScopeAndRole : setTenantScope;
    return { name: 'guichet_row_security', text, values: [arrayOf(here.tenantScope)] };
  }

  /** Appends the settings of the scope to the statements that begin a transaction, for a single message. */
  begin(statements: string): string {
    const here = this.#here.getStore();
    if (!here || here.tenantScope === 'all') return statements;
    const applied = `${statements}; set local guichet.tenant_scope to '${arrayOf(here.tenantScope)}'`;
    return this.needsRole ? `${applied}; set local role to ${rlsRole}` : applied;
  }
}

function arrayOf(systemIds: readonly number[]): string {
  return `{${systemIds.map(Number).join(',')}}`;
}
