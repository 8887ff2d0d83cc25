import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import about from '../../../package.json' with { type: 'json' };

/** The version of the program, such as `0.1.0`. */
export const { version } = about;

const git = join(import.meta.dirname, '../../../../../.git');

/** The commit's first ten letters, as the package says it, else the clone; undefined where neither does. */
export const commit = ('commit' in about ? String(about.commit) : findCommit()).slice(0, 10) || undefined;

/** The version with the commit, where that is known. */
export const build = commit === undefined ? version : `${version} (commit ${commit})`;

/** Git's files say it without the program. */
function findCommit(): string {
  const head = readGit('HEAD');
  const name = /^ref: (.+)$/.exec(head)?.[1];
  if (name === undefined) return head;
  const packed = readGit('packed-refs').split('\n');
  return readGit(name) || (packed.find((line) => line.endsWith(` ${name}`)) ?? '');
}

function readGit(name: string): string {
  try {
    return readFileSync(join(git, name), 'utf8').trim();
  } catch {
    return '';
  }
}
