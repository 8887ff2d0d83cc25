import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigError } from './config.ts';
import { describeForbidden, isDenial } from './fileAccess.ts';
import { operatorText } from './operatorText.ts';

/**
 * Makes the data folder and its parents, open to this account alone. Each is made by itself: in a file system that refuses
 * folders, such as `/proc`, Node's recursive call never returns.
 * @throws ConfigError when `path` is a file, or cannot be made or written
 */
export function makeDataFolder(path: string): void {
  try {
    makeFolder(path);
  } catch (error) {
    const reason = reasonOf(error as NodeJS.ErrnoException);
    throw new ConfigError(operatorText('dataFolder', { reason }));
  }
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (isDenial(error)) throw new ConfigError(describeForbidden(path));
    throw new ConfigError(operatorText('dataFolder', { reason: reasonOf(error as NodeJS.ErrnoException) }));
  }
}

function makeFolder(path: string): void {
  const existing = statSync(path, { throwIfNoEntry: false });
  if (existing?.isDirectory()) return;
  if (existing) throw Object.assign(new Error(), { code: 'ENOTDIR', path });
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process made it just now.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function reasonOf({ code = '', path = '', message }: NodeJS.ErrnoException): string {
  if (code === 'ENOTDIR' || code === 'EEXIST') return operatorText('isFile', { path });
  if (code === 'ENOENT') return operatorText('folderNotMade', { path });
  if (code === 'EACCES' || code === 'EPERM') return operatorText('folderForbidden', { path });
  if (code === 'EROFS') return operatorText('diskReadOnly', { path });
  if (code === 'ENOSPC') return operatorText('diskFull', { path });
  return message;
}
