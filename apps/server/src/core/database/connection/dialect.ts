import {
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  PostgresQueryCompiler,
  type QueryCompiler,
} from 'kysely';
import type { NoNestedQueryGuard } from './transactionGuards.ts';
import { toParameter } from './types.ts';

/** The dialect of both databases: PostgreSQL with NoNestedQueryGuard and the parameters of types.ts. */
export class PortalDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #rule: NoNestedQueryGuard;

  constructor(config: PostgresDialectConfig, rule: NoNestedQueryGuard) {
    super(config);
    this.#config = config;
    this.#rule = rule;
  }

  override createDriver(): Driver {
    return new PortalDriver(this.#config, this.#rule);
  }

  override createQueryCompiler(): QueryCompiler {
    return new PortalCompiler();
  }
}

class PortalDriver extends PostgresDriver {
  readonly #rule: NoNestedQueryGuard;

  constructor(config: PostgresDialectConfig, rule: NoNestedQueryGuard) {
    super(config);
    this.#rule = rule;
  }

  override async acquireConnection(...options: Parameters<PostgresDriver['acquireConnection']>) {
    // A transaction has a connection already, so a second request inside it comes from the root handle.
    this.#rule.check();
    return super.acquireConnection(...options);
  }
}

class PortalCompiler extends PostgresQueryCompiler {
  protected override addParameter(parameter: unknown): void {
    super.addParameter(toParameter(parameter));
  }
}
