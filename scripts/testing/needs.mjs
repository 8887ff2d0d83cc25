import { findBrowser } from '../setup/browser.mjs';
import { findCalendarReaders } from '../setup/calendarReaders.mjs';
import { canInstallPackages, installPackage } from '../setup/debian.mjs';
import { findMailServers } from '../setup/mailServers.mjs';
import { Refusal } from '../setup/place.mjs';
import { findPostgres } from '../setup/postgres.mjs';

/** @typedef {'browser' | 'calendarReaders' | 'mailServers' | 'postgres'} Need */

/**
 * Requirements of some steps besides npm packages, and how to get them.
 * @type {Record<Need, {find: () => string | null, debianPackages: [string, ...string[]], isBest?: (found: string) =>
 * boolean, missing: string}>}
 */
const needs = {
  browser: {
    find: findBrowser,
    debianPackages: ['chromium-headless-shell', 'chromium'],
    // A full Chromium works for the end-to-end tests too, at half as much work again for each.
    isBest: (found) => Boolean(process.env.CHROMIUM) || found.includes('headless-shell'),
    missing:
      'No Chromium was found: the journeys are skipped. Install Chromium or Chrome, or set CHROMIUM to its path.',
  },
  calendarReaders: {
    find: findCalendarReaders,
    debianPackages: ['khal', 'python3-icalendar'],
    missing:
      'khal or python3-icalendar was not found: the tests in which they read our calendars are skipped. Install both, as packages of Debian.',
  },
  mailServers: {
    find: findMailServers,
    debianPackages: ['postfix', 'dovecot-imapd'],
    missing:
      'Postfix or Dovecot was not found: the fault in which mails really come back is skipped. Install both.',
  },
  postgres: {
    find: () => process.env.TEST_DATABASE_URL ?? findPostgres(),
    debianPackages: ['postgresql'],
    missing:
      'No PostgreSQL 15 or newer was found: the tests on it are skipped. Install it, or set TEST_DATABASE_URL to a server.',
  },
};

/**
 * Finds a requirement, installs it if possible without confirmation, or prints in one line how to get it.
 * @param {Need} name
 * @returns {string | null} the browser's path, a program on the path, the folder of PostgreSQL's programs or the address of
 * its server
 */
export function findOrInstall(name) {
  const { find, debianPackages, isBest, missing } = needs[name];
  let found = find();
  if (found && isBest && !isBest(found) && canInstallPackages()) {
    installPackage(debianPackages[0]);
    found = find();
  }
  for (const debianPackage of canInstallPackages() ? debianPackages : []) {
    if (found) break;
    installPackage(debianPackage);
    found = find();
  }
  if (found) return found;
  // In CI a skipped part must not count as passed.
  if (process.env.CI === 'true') throw new Refusal(missing.replace('are skipped', 'cannot run'));
  console.log(missing);
  return null;
}
