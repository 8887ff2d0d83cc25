import pg from 'pg';
import { nameOf } from './prepared.ts';
import type { Wall, WallStatement } from './wall.ts';

/** The part of `pg` that the wall is built into, which its types leave out. */
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
 * A query that raises the wall and asks in one message, so that the wall costs no way to the database of its own.
 * Both are one transaction of the extended protocol, which their common Sync ends.
 */
class WalledQuery extends ClientQuery {
  readonly #wall: WallStatement;
  #isRaised = false;

  constructor(wall: WallStatement, text: string, values: unknown[], callback: Callback) {
    super(text, values, callback);
    this.queryMode = 'extended';
    this.#wall = wall;
  }

  override prepare(line: Line): void {
    const { name, text, values } = this.#wall;
    if (!knowsWall.has(line)) line.parse({ text, name });
    knowsWall.add(line);
    line.bind({ statement: name, values });
    line.execute({ rows: 0 });
    super.prepare(line);
  }

  override handleDataRow(message: unknown): void {
    if (this.#isRaised) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, line: Line): void {
    if (this.#isRaised) super.handleCommandComplete(message, line);
    this.#isRaised = true;
  }
}

/** The connections that have the wall's statement prepared. */
const knowsWall = new WeakSet<Line>();

/** A client of `pg` whose single statements, and transactions from their first one on, run behind the wall. */
export function walledClient(wall: Wall): typeof pg.Client {
  return class extends pg.Client {
    override query(...asked: unknown[]) {
      const [text, values] = asked;
      if (typeof text !== 'string') return super.query(...(asked as [string]));
      if (/^begin\b/.test(text)) return super.query(wall.begin(text));
      if (!Array.isArray(values)) return super.query(text);
      return new Promise((resolve, reject) => {
        const callback: Callback = (error, result) => (error ? reject(error) : resolve(result));
        const raise = wall.beforeStatement();
        const query = raise
          ? new WalledQuery(raise, text, values, callback)
          : new ClientQuery(text, values, callback);
        // Not given with the text: the client would copy an object of both, property by property.
        query.name = nameOf(text);
        super.query(query);
      }) as never;
    }
  };
}
