import { describe, expect, test, vi } from 'vitest';
import { parsePostgresUrl } from './postgresUrl.ts';

describe('DATABASE_URL', () => {
  test('names its server without the password', () => {
    const { place } = parsePostgresUrl('postgres://guichet:se%2Fcret@db.example:6543/portal');
    expect(place).toBe('PostgreSQL at db.example:6543, database portal');
  });

  test('is named in the language of its operator, and in English for the log', () => {
    vi.stubEnv('LC_ALL', 'fr_CA.UTF-8');
    const { place, logPlace } = parsePostgresUrl('postgres://db.example/portal');
    vi.unstubAllEnvs();
    expect(place).toContain('à l’adresse db.example:5432');
    expect(logPlace).toBe('PostgreSQL at db.example:5432, database portal');
  });

  test('may leave out the port and the name of the database', () => {
    expect(parsePostgresUrl('postgresql://guichet@db.example').place).toBe(
      'PostgreSQL at db.example:5432, database guichet',
    );
  });

  test('may name a socket', () => {
    const { place } = parsePostgresUrl('postgres://guichet@/portal?host=/run/postgresql');
    expect(place).toBe('PostgreSQL at /run/postgresql:5432, database portal');
  });

  test('opens ten connections at most, or as many as it says', () => {
    expect(parsePostgresUrl('postgres://db.example/portal').config.max).toBe(10);
    const { config } = parsePostgresUrl('postgres://db.example/portal?max=25');
    expect(config.max).toBe(25);
    expect(config.connectionString).not.toContain('max');
  });

  test('uses no TLS without sslmode', () => {
    expect(parsePostgresUrl('postgres://db.example/portal').config.connectionString).not.toContain('ssl');
  });

  test.each([
    ['mysql://root:secret@db.example/portal', 'not an address like postgres://'],
    ['db.example secret', 'not an address like postgres://'],
    ['postgres://u:secret@db1.example,db2.example/portal', 'with one host'],
    ['postgres://u:secret@db1.example:5432,db2.example:5432/portal', 'with one host'],
    ['postgres://u:secret@/portal?host=db1.example,db2.example', 'with one host'],
    ['postgres://u:secret@db.example:99999/portal', 'not an address like postgres://'],
    ['postgres://u:secret@db.example/portal?sslmode=prefer', 'sslmode=prefer is not one of'],
    ['postgres://u:secret@db.example/portal?max=none', 'max is not a number of connections'],
    ['postgres://u:secret@db.example/portal?max=0', 'max is not a number of connections'],
    ['postgres://u:secret@db.example/%E0%A4%A', 'not an address like postgres://'],
  ])('«%s» is refused in one line without the password', (url, reason) => {
    const message = refusalOf(url);
    expect(message).toContain(reason);
    expect(message).toContain('DATABASE_URL');
    expect(message).not.toMatch(/secret|\n/);
  });
});

function refusalOf(url: string): string {
  try {
    parsePostgresUrl(url);
    return 'accepted';
  } catch (error) {
    return (error as Error).message;
  }
}
