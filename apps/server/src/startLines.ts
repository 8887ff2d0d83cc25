import { isAbsolute, relative, resolve, sep } from 'node:path';
import { commandName } from './core/runtime/commandName.ts';
import { type Config, listMisspelt } from './core/runtime/config.ts';
import { isLocalAddress, lacksPublicAddress } from './core/runtime/publicAddress.ts';
import { version } from './core/runtime/version.ts';

/** Prints a plain line for the person who starts the program; later lines go to the log. */
function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints the default of each missing setting, one line each (readings §4). */
export function announce(config: Config): void {
  const dataDir = pathToShow(config.dataDir);
  for (const { name, meant } of listMisspelt())
    say(`${name} is not a setting and changes nothing. Did you mean ${meant}?`);
  if (!config.databaseUrl) say(`No DATABASE_URL: using the embedded database in ${dataDir}.`);
  if (!config.smtpUrl && !config.keepsDemoMails)
    say(`No SMTP_URL: mails are written to ${dataDir}/outbox and shown on the outbox page.`);
  if (config.keepsDemoMails)
    say(
      `DEMO: mails are not sent to SMTP_URL but written to ${dataDir}/outbox. To send them, set DEMO_MAILS=true.`,
    );
  if (lacksPublicAddress(config))
    say(
      `No public PUBLIC_URL: links in mails would lead to ${config.publicUrl}, so no mail leaves until it is set.`,
    );
}

/** The path relative to the working directory, or whole where it lies outside: `../../..` leads nobody there. */
function pathToShow(path: string): string {
  const shown = relative(process.cwd(), path) || '.';
  const isOutside = isAbsolute(shown) || shown.split(sep, 1)[0] === '..';
  return isOutside ? resolve(path) : shown;
}

/** Says that a restored portal sends nothing yet. */
export function announceHold(hold: { readonly backupMadeAt: Date } | undefined): void {
  if (!hold) return;
  say(
    `Sending is on hold since the backup of ${hold.backupMadeAt.toISOString()} was restored: mails and calls to platforms wait. ` +
      `In the installation in use: ${commandName} release, or the outbox page. In a copy: change nothing.`,
  );
}

/** Says where the program listens, and by which address people reach it. */
export function announceListening(config: Pick<Config, 'host' | 'port' | 'publicUrl'>): void {
  const { host, port, publicUrl } = config;
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  if (isLocalAddress(publicUrl)) say(`Guichet ${version} listens on ${publicUrl} (press Ctrl+C to stop).`);
  else
    say(
      `Guichet ${version} listens on ${address}; people open it at ${publicUrl}, by your proxy (press Ctrl+C to stop).`,
    );
  if (publicUrl.startsWith('http://') && !isLocalAddress(publicUrl))
    say(
      `PUBLIC_URL is not https: passwords would travel unencrypted, and passkeys and calendars do not work. Use https.`,
    );
}

export function announcePlatform(line: string): void {
  say(line);
}

/** Prints the generated password, which is not stored in plain text. */
export function announceFirstAdmin(email: string, password: string): void {
  say('First super admin, shown this once:');
  say(`  address   ${email}`);
  say(`  password  ${password}`);
}

export function announceDemo(accounts: readonly { email: string; password: string; role: string }[]): void {
  say('Demo accounts:');
  const width = Math.max(...accounts.map(({ email }) => email.length));
  for (const { email, password, role } of accounts) say(`  ${email.padEnd(width)}  ${password}  ${role}`);
}
