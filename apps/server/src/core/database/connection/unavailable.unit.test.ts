import { expect, test } from 'vitest';
import { asUnavailable, DatabaseUnavailable } from './unavailable.ts';

const error = (message: string, more: Record<string, string> = {}) => Object.assign(new Error(message), more);

test.each([
  ['a restart', error('terminating connection', { code: '57P01' }), 'away'],
  ['a start', error('the database system is starting up', { code: '57P03' }), 'away'],
  ['a broken connection', error('Connection terminated unexpectedly'), 'away'],
  ['a server that is down', error('', { code: 'ECONNREFUSED', syscall: 'connect' }), 'away'],
  ['one of several addresses', new AggregateError([error('', { syscall: 'connect' })]), 'away'],
  ['too many at once', error('timeout exceeded when trying to connect'), 'busy'],
  ['too many connections', error('sorry, too many clients already', { code: '53300' }), 'busy'],
  ['a statement that took too long', error('canceling statement', { code: '57014' }), 'busy'],
  ['a deadlock', error('deadlock detected', { code: '40P01' }), 'busy'],
  ['a full disk', error('could not extend file', { code: '53100' }), 'full'],
])('%s means that the database is unavailable', (_what, thrown, kind) => {
  expect(asUnavailable(thrown)).toMatchObject({ name: 'DatabaseUnavailable', kind, cause: thrown });
});

test.each([
  ['a broken rule', error('duplicate key', { code: '23505' })],
  ['a wrong statement', error('syntax error', { code: '42601' })],
  ['an error of the file system', error('ENOENT', { code: 'ENOENT', syscall: 'open' })],
  ['a DatabaseUnavailable', new DatabaseUnavailable('busy')],
])('%s stays what it is', (_what, thrown) => {
  expect(asUnavailable(thrown)).toBe(thrown);
});

test('the log is told why in the words of the server, which name the limit that is reached', () => {
  const thrown = error('too many connections for role "guichet"', { code: '53300' });
  expect((asUnavailable(thrown) as Error).message).toBe(
    'the database is unavailable (busy): too many connections for role "guichet"',
  );
  expect(new DatabaseUnavailable('busy').message).toBe('the database is unavailable (busy)');
});
