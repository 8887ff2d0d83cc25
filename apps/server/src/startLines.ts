import type { accessSync } from 'node:fs';
import { join } from 'node:path';
import { momentInWords } from '@guichet/contract/core/inWords';
import { type Config, listMisspelt, operatorLanguage } from './core/runtime/config.ts';
import { describeForbidden, isDenied } from './core/runtime/fileAccess.ts';
import { operatorText } from './core/runtime/operatorText.ts';
import { isLocalAddress, lacksPublicAddress } from './core/runtime/publicAddress.ts';
import { version } from './core/runtime/version.ts';

/** Prints a plain line for the person who starts the program, beside the log, which alone goes to standard output. */
function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Says at once that the program runs, since a first start takes some seconds. */
export function announceStart(): void {
  say(operatorText('startsBegin', { version }));
}

/** Prints the most important first: the address, where the data is, then the default of each missing setting, one line each (readings §4). */
export function announce(
  config: Config,
  hold: { readonly backupMadeAt: Date } | undefined,
  access?: typeof accessSync,
): void {
  const folder = config.dataDir;
  announceListening(config);
  if (!config.databaseUrl) say(operatorText('startsNoDatabase', { folder }));
  if (hold) announceHold(hold.backupMadeAt, config.timeZone);
  if (!config.smtpUrl)
    say(
      operatorText(config.keepsDemoMails ? 'startsDemoMail' : 'startsNoMail', {
        folder,
        setting: 'DEMO_MAILS=true',
      }),
    );
  const outbox = join(folder, 'outbox');
  if (!config.smtpUrl && isDenied(outbox, undefined, access)) say(describeForbidden(outbox));
  if (lacksPublicAddress(config)) say(operatorText('startsNoPublicUrl', { url: config.publicUrl }));
  for (const slip of listMisspelt()) say(operatorText('startsMisspelt', slip));
}

/** Says that a restored portal sends nothing yet. */
function announceHold(backupMadeAt: Date, timeZone: string): void {
  say(operatorText('startsHeld', { madeAt: momentInWords(backupMadeAt, timeZone, operatorLanguage()) }));
}

/** Says where the program listens, and by which address people reach it. */
function announceListening({ host, port, publicUrl: url }: Config): void {
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  say(operatorText(isLocalAddress(url) ? 'startsListening' : 'startsBehindProxy', { version, url, address }));
  if (url.startsWith('http://') && !isLocalAddress(url)) say(operatorText('startsUnencrypted'));
}

export function announcePlatform(line: string): void {
  say(line);
}

/** Prints the generated password, which is not stored in plain text. */
export function announceFirstAdmin(email: string, password: string): void {
  const names = [operatorText('startsAddress'), operatorText('startsPassword')] as const;
  const width = Math.max(...names.map(({ length }) => length));
  say(operatorText('startsFirstAdmin'));
  say(`  ${names[0].padEnd(width)}  ${email}`);
  say(`  ${names[1].padEnd(width)}  ${password}`);
}

/** Says that the role bypasses row-level security, with the statement that mends it. */
export function announceRowSecurityOff(command: string): void {
  say(`${operatorText('rowSecurityOff')}. ${operatorText('rowSecurityRemedy', { command })}`);
}

export function announceDemoLeftOut(): void {
  say(operatorText('startsDemoLeftOut'));
}

export function announceDemo(accounts: readonly { email: string; password: string; role: string }[]): void {
  say(operatorText('startsDemo'));
  const width = Math.max(...accounts.map(({ email }) => email.length));
  for (const { email, password, role } of accounts) say(`  ${email.padEnd(width)}  ${password}  ${role}`);
}
