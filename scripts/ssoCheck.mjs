// `npm run sso-check`: signs people in and out with programs of Debian's packages, in a real browser, on loopback.
// `-- --install` first installs what is missing, as root on Debian.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runInForeground } from './setup/child.mjs';
import { canInstallPackages, installPackage } from './setup/debian.mjs';
import { installMissing } from './setup/install.mjs';
import { environmentOf, findNode24 } from './setup/node24.mjs';
import { buildPagesIfChanged } from './setup/pages.mjs';
import { runScript } from './setup/place.mjs';

/** Each package with a file by which it is known to be there. */
const packages = {
  simplesamlphp: '/usr/share/simplesamlphp/www',
  'php-cli': '/usr/bin/php',
  'php-xml': '/usr/share/php8.2-xml',
  'libapache2-mod-auth-mellon': '/usr/lib/apache2/modules/mod_auth_mellon.so',
  'libapache2-mod-shib': '/usr/lib/apache2/modules/mod_shib.so',
  'libapache2-mod-auth-openidc': '/usr/lib/apache2/modules/mod_auth_openidc.so',
  'liblemonldap-ng-portal-perl': '/usr/share/lemonldap-ng/portal/htdocs/index.psgi',
  'libcrypt-openssl-bignum-perl': '/usr/share/doc/libcrypt-openssl-bignum-perl',
  // Which it only recommends, and does not start without.
  'libstring-random-perl': '/usr/share/perl5/String/Random.pm',
  'libio-string-perl': '/usr/share/perl5/IO/String.pm',
  'libapache2-mod-fcgid': '/usr/lib/apache2/modules/mod_fcgid.so',
  'libfcgi-perl': '/usr/share/doc/libfcgi-perl',
};

await runScript(async () => {
  installMissing();
  const node = findNode24();
  await buildPagesIfChanged(node);
  const options = process.argv.slice(2).filter((option) => option !== '--install');
  const mayInstall = options.length < process.argv.length - 2 && canInstallPackages();
  for (const [name, file] of Object.entries(packages)) {
    if (!existsSync(file) && mayInstall) installPackage(name);
    if (!existsSync(file))
      throw new Error(`The Debian package ${name} is not installed: add -- --install, as root.`);
  }
  const playwright = join('node_modules', '@playwright', 'test', 'cli.js');
  const command = [playwright, 'test', '--config', join('e2e', 'sso'), ...options];
  return runInForeground(node, command, environmentOf(node, {}));
});
