import type { Rule } from '../model.ts';
import { placeOf } from '../place.ts';

interface Keeper {
  readonly package: string;
  readonly where: RegExp;
  readonly rule: string;
  readonly advice: string;
}

const database = /^apps\/server\/src\/platform\/database\//;

/** Packages that one place keeps, so that the rest of the product can do without knowing them. */
const keepers: readonly Keeper[] = [
  {
    package: 'pg',
    where: database,
    rule: 'one-database-door',
    advice: 'the drivers are opened in platform/database/ only; take the handle of the house',
  },
  {
    package: '@electric-sql/pglite',
    where: database,
    rule: 'one-database-door',
    advice: 'the drivers are opened in platform/database/ only; take the handle of the house',
  },
  {
    package: 'nodemailer',
    where: /^apps\/server\/src\/outbox\//,
    rule: 'mail-leaves-by-outbox',
    advice: 'mails leave through the outbox only: queue the mail with outbox.service.ts',
  },
  // What somebody typed can neither become a command nor code.
  ...['node:child_process', 'node:vm'].map((name) => ({
    package: name,
    where: /^scripts\//,
    rule: 'no-programs',
    advice: 'the portal starts no program and runs no text',
  })),
];

export const packagesStayWithKeepers: Rule = function* (files) {
  for (const { path, imports } of files) {
    const { floor, isTest } = placeOf(path);
    if (isTest || floor === 'outside') continue;
    for (const imported of imports) {
      const keeper = keepers.find((each) => each.package === imported.package);
      if (!keeper || keeper.where.test(path)) continue;
      yield { path, line: imported.line, rule: keeper.rule, advice: keeper.advice };
    }
  }
};
