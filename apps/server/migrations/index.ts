import type { Migration } from 'kysely/migration';
import * as foundation from './001-foundation.ts';
import * as builtinPlatform from './002-builtin-platform.ts';
import * as wholePortal from './003-whole-portal.ts';

/** In order, forward only; a migration that has landed is never changed. */
export const migrations: Record<string, Migration> = {
  '001-foundation': foundation,
  '002-builtin-platform': builtinPlatform,
  '003-whole-portal': wholePortal,
};
