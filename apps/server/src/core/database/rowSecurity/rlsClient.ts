import pg from 'pg';
import { nameStatement } from '../connection/prepared.ts';
import type { RowSecurity, RowSecurityStatement } from './rowSecurity.ts';

/** Internals of `pg` that its types leave out. */
interface Line {
  parse(of: { readonly text: string; readonly name: string }): void;
  bind(of: { readonly statement: string; readonly values: readonly unknown[] }): void;
  execute(of: { readonly rows: number }): void;
}
interface ClientQuery extends pg.Submittable {
  prepare(line: Line): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, line: Line): void;
  name: string | undefined;
  queryMode: 'extended' | undefined;
}
type Callback = (error: Error | undefined, result: unknown) => void;

const ClientQuery = pg.Query as unknown as new (
  text: string,
  values: unknown[],
  callback: Callback,
) => ClientQuery;

/**
 * A query that first sends the statement that sets the tenant scope, in the same message: no extra round
 * trip. A single Sync ends both, so both are one transaction of the extended protocol.
 */
class RlsQuery extends ClientQuery {
  readonly #rowSecurity: RowSecurityStatement;
  #isApplied = false;

  constructor(rowSecurity: RowSecurityStatement, text: string, values: unknown[], callback: Callback) {
    super(text, values, callback);
    this.queryMode = 'extended';
    this.#rowSecurity = rowSecurity;
  }

  override prepare(line: Line): void {
    const { name, text, values } = this.#rowSecurity;
    if (!preparedOn.has(line)) line.parse({ text, name });
    preparedOn.add(line);
    line.bind({ statement: name, values });
    line.execute({ rows: 0 });
    super.prepare(line);
  }

  override handleDataRow(message: unknown): void {
    if (this.#isApplied) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, line: Line): void {
    if (this.#isApplied) super.handleCommandComplete(message, line);
    this.#isApplied = true;
  }
}

/** Connections that have the tenant scope statement prepared. */
const preparedOn = new WeakSet<Line>();

/** A `pg` client whose single statements and transactions run under row-level security. */
export function rlsClient(rowSecurity: RowSecurity): typeof pg.Client {
  return class extends pg.Client {
    override query(...asked: unknown[]) {
      const [text, values] = asked;
      if (typeof text !== 'string') return super.query(...(asked as [string]));
      if (/^begin\b/.test(text)) return super.query(rowSecurity.begin(text));
      if (!Array.isArray(values)) return super.query(text);
      return new Promise((resolve, reject) => {
        const callback: Callback = (error, result) => (error ? reject(error) : resolve(result));
        const statement = rowSecurity.beforeStatement();
        const query = statement
          ? new RlsQuery(statement, text, values, callback)
          : new ClientQuery(text, values, callback);
        // Set here, apart from the text: the client would copy an object with both, property by property.
        query.name = nameStatement(text);
        super.query(query);
      }) as never;
    }
  };
}
