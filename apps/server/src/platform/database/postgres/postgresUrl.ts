import type { PoolConfig } from 'pg';
import { DatabaseRefusal } from '../operator.ts';

const POOL_SIZE = 10;
/** The modes whose promise the client can keep; `allow` and `prefer` would need a second try without TLS. */
const tlsModes = ['disable', 'require', 'verify-ca', 'verify-full'];

/**
 * Reads `postgres://user:password@host:port/database?sslmode=…&max=…`. The modes of TLS mean what libpq says:
 * `require` encrypts, `verify-full` also checks who answers.
 * @returns what the client takes, and the server's name for messages, without the password.
 * @throws DatabaseRefusal with one line that never holds the password.
 */
export function parsePostgresUrl(databaseUrl: string): { config: PoolConfig; place: string } {
  const url = readUrl(databaseUrl);
  const mode = url.searchParams.get('sslmode');
  if (mode !== null && !tlsModes.includes(mode)) {
    throw new DatabaseRefusal(`DATABASE_URL: sslmode=${mode} is not one of ${tlsModes.join(', ')}`);
  }
  if (mode !== null) url.searchParams.set('uselibpqcompat', 'true');
  const max = Number(url.searchParams.get('max') ?? POOL_SIZE);
  if (!Number.isInteger(max) || max < 1)
    throw new DatabaseRefusal('DATABASE_URL: max is not a number of connections');
  url.searchParams.delete('max');

  return { config: { connectionString: url.href, max }, place: nameServer(url) };
}

function nameServer(url: URL): string {
  const host = url.searchParams.get('host') ?? (decodeURIComponent(url.hostname) || 'localhost');
  const port = url.searchParams.get('port') ?? (url.port || '5432');
  const database = decodeURIComponent(url.pathname.slice(1)) || decodeURIComponent(url.username);
  return `PostgreSQL at ${host}:${port}, database ${database}`;
}

function readUrl(databaseUrl: string): URL {
  // A socket's address (`postgres://user@/database?host=/run/postgresql`) leaves the host empty, which URL refuses.
  const url = URL.parse(databaseUrl.replace('@/', '@localhost/'));
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol) || !canDecode(url.href)) {
    throw new DatabaseRefusal(
      'DATABASE_URL is not an address like postgres://user:password@host:5432/database',
    );
  }
  return url;
}

function canDecode(href: string): boolean {
  try {
    return decodeURI(href) !== '';
  } catch {
    return false;
  }
}
