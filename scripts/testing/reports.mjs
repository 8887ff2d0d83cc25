import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../setup/place.mjs';

/** Where a step's tests tell what they found. @param {string} name */
export function reportOf(name) {
  return join(cacheFolder, `${name.replaceAll('/', '-')}-report.json`);
}

/** Deletes the report of an earlier run, so that it is not counted. @param {string} name */
export function freshReport(name) {
  const file = reportOf(name);
  mkdirSync(cacheFolder, { recursive: true });
  rmSync(file, { force: true });
  return file;
}
