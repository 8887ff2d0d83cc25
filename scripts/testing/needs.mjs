import { findBrowser } from '../setup/browser.mjs';
import { findCalendarReaders } from '../setup/calendarReaders.mjs';
import { canInstallPackages, installPackage } from '../setup/debian.mjs';
import { installMissing, isInstalled } from '../setup/install.mjs';
import { findMailServers } from '../setup/mailServers.mjs';
import { Refusal } from '../setup/place.mjs';
import { findPostgres } from '../setup/postgres.mjs';

/** @typedef {'browser' | 'calendarReaders' | 'mailServers' | 'postgres'} Need */

/**
 * Requirements of some steps besides npm packages, and how to get them.
 * @type {Record<Need, {find: () => string | null, debianPackages: [string, ...string[]], secondBest?: string,
 *   isBest?: (found: string) => boolean, missing: string}>}
 */
const needs = {
  browser: {
    find: findBrowser,
    debianPackages: ['chromium-headless-shell'],
    secondBest: 'chromium',
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
 * Says in one line what these steps miss that can be installed without confirmation, and installs it: nothing of it is
 * installed while they run.
 * @param {readonly Need[]} names
 */
export function installNeeds(names) {
  const debianPackages = canInstallPackages() ? names.flatMap(listMissingPackages) : [];
  const all = [...(isInstalled() ? [] : ['the packages of package-lock.json']), ...debianPackages];
  if (all.length > 0) console.log(`To be installed first, once: ${all.join(', ')}.`);
  installMissing();
  for (const name of debianPackages) installPackage(name);
  for (const name of names) {
    const { find, secondBest } = needs[name];
    if (secondBest && canInstallPackages() && !find()) installPackage(secondBest);
  }
}

/** @param {Need} name */
function listMissingPackages(name) {
  const { find, debianPackages, isBest = () => true } = needs[name];
  const found = find();
  return found && isBest(found) ? [] : debianPackages;
}

/**
 * Finds a requirement, or prints in one line how to get it.
 * @param {Need} name
 * @returns {string | null} the browser's path, a program on the path, the folder of PostgreSQL's programs or the address of
 * its server
 */
export function findNeed(name) {
  const found = needs[name].find();
  if (found) return found;
  // In CI a skipped part must not count as passed.
  if (process.env.CI === 'true') throw new Refusal(needs[name].missing.replace('are skipped', 'cannot run'));
  console.log(needs[name].missing);
  return null;
}
