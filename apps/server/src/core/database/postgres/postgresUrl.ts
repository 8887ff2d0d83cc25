import type { PoolConfig } from 'pg';
import { logText, operatorText } from '../../runtime/operatorText.ts';
import { DatabaseUnavailable } from '../connection/unavailable.ts';
import { DatabaseRefusal } from '../operator.ts';

const POOL_SIZE = 10;
/** Supported TLS modes; `allow` and `prefer` would need a second attempt without TLS. */
const tlsModes = ['disable', 'require', 'verify-ca', 'verify-full'];

/**
 * Parses `postgres://user:password@host:port/database?sslmode=…&max=…`. TLS modes as in libpq: `require`
 * encrypts, `verify-full` also checks the host name.
 * @returns the client's configuration, and the server's name for operators and for the log, without the password.
 * @throws DatabaseRefusal with a single line that never holds the password.
 */
export function parsePostgresUrl(databaseUrl: string): {
  config: PoolConfig;
  place: string;
  logPlace: string;
} {
  const url = readUrl(databaseUrl);
  const mode = url.searchParams.get('sslmode');
  if (mode !== null && !tlsModes.includes(mode)) {
    throw new DatabaseRefusal(operatorText('postgresUrlTls', { mode, modes: tlsModes.join(', ') }));
  }
  if (mode !== null) url.searchParams.set('uselibpqcompat', 'true');
  const max = Number(url.searchParams.get('max') ?? POOL_SIZE);
  if (!Number.isInteger(max) || max < 1) throw new DatabaseRefusal(operatorText('postgresUrlMax'));
  url.searchParams.delete('max');

  const parts = partsOf(url);
  return {
    config: { connectionString: url.href, max },
    place: operatorText('postgresPlace', parts),
    logPlace: logText('postgresPlace', parts),
  };
}

/** The way on for an operator where the disk of the server is full, or the server takes no writes; any other error as it is. */
export function refuseServer(databaseUrl: string, error: Error): Error {
  const { code = '', message } = (error.cause ?? error) as NodeJS.ErrnoException;
  const isFull = error instanceof DatabaseUnavailable && error.kind === 'full';
  if (!isFull && code !== '25006') return error;
  const reason = operatorText(`postgresRemedy.${isFull ? '53100' : '25006'}`, { reason: message });
  return new DatabaseRefusal(
    operatorText('postgresShut', { place: parsePostgresUrl(databaseUrl).place, reason }),
  );
}

function partsOf(url: URL) {
  const host = url.searchParams.get('host') ?? (decodeURIComponent(url.hostname) || 'localhost');
  const port = url.searchParams.get('port') ?? (url.port || '5432');
  const database = decodeURIComponent(url.pathname.slice(1)) || decodeURIComponent(url.username);
  return { host, port, database };
}

function readUrl(databaseUrl: string): URL {
  // A socket's URL (`postgres://user@/database?host=/run/postgresql`) has an empty host, which URL rejects.
  const url = URL.parse(databaseUrl.replace('@/', '@localhost/'));
  if (
    url === null ||
    !['postgres:', 'postgresql:'].includes(url.protocol) ||
    !canDecode(url.href) ||
    hasHosts(url)
  ) {
    throw new DatabaseRefusal(operatorText('postgresUrlForm'));
  }
  return url;
}

/** A list of hosts, as libpq takes it: which of them is the primary, a balancer in front of them knows. */
function hasHosts({ host, searchParams }: URL): boolean {
  return `${host}${searchParams.get('host')}`.includes(',');
}

function canDecode(href: string): boolean {
  try {
    return decodeURI(href) !== '';
  } catch {
    return false;
  }
}
