import { accessSync, constants, readdirSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { operatorText } from './operatorText.ts';

const { R_OK, W_OK, X_OK } = constants;
/** To list a folder and to write into it. */
const folderMode = R_OK | W_OK | X_OK;

/**
 * The first of `paths`, or of all that is in them, that this account may not read and write, in words with the remedy; null
 * where all is open. A path that is not there is no obstacle. `access` throws as `accessSync` does.
 */
export function findForbidden(
  paths: readonly string[],
  access = accessSync,
  whole: string | null = null,
): string | null {
  for (const path of paths) {
    const top = whole ?? path;
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
    if (isDenied(path, isFolder ? folderMode : R_OK | W_OK, access)) return describeForbidden(path, top);
    const inside = isFolder ? readdirSync(path).map((name) => join(path, name)) : [];
    const found = findForbidden(inside, access, top);
    if (found !== null) return found;
  }
  return null;
}

/** A path that is not there is not denied. `access` throws as `accessSync` does. */
export function isDenied(path: string, mode = folderMode, access = accessSync): boolean {
  try {
    access(path, mode);
    return false;
  } catch (error) {
    return isDenial(error);
  }
}

export function isDenial(error: unknown): boolean {
  return ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** Which account may not use `path`, whose it is, and the command that gives all in `top` back. */
export function describeForbidden(path: string, top = path): string {
  const account = nameOf(process.getuid?.() ?? -1);
  const owner = ownerOf(path);
  const command = account === owner ? `chmod -R u+rwX ${top}` : `chown -R ${account} ${top}`;
  return operatorText('pathForbidden', { account, path, owner, command });
}

function ownerOf(path: string): string {
  try {
    return nameOf(statSync(path).uid);
  } catch {
    return '?';
  }
}

/** The name of an account, or its number where the machine has no name for it. */
function nameOf(uid: number): string {
  try {
    if (uid === -1 || uid === process.getuid?.()) return userInfo().username;
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((each) => each.split(':')[2] === String(uid));
    return line?.split(':')[0] ?? String(uid);
  } catch {
    return String(uid);
  }
}
