import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../apps/server/test/freePort.ts';
import { runBeside, waitFor } from './beside.ts';

const modules = [
  'mpm_prefork',
  'authn_core',
  'authz_core',
  'authz_user',
  'auth_basic',
  'alias',
  'cgi',
  'mime',
];

export interface Apache {
  readonly folder: string;
  readonly address: string;
  write(name: string, text: string): string;
  /** Starts Apache with these settings and a page under `/app` that shows the person; ends it first where it runs. */
  start(settings: string): Promise<void>;
  /** Starts another program, which ends with Apache, or when it is started again. */
  run(command: string, options: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Apache of Debian's package, on loopback. `host`: the portal of the checks is `localhost` too, since without TLS cookies are kept
 * from another site.
 */
export async function makeApache(host = 'localhost'): Promise<Apache> {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-sso-'));
  chmodSync(folder, 0o755);
  const port = await findFreePort();
  const address = `http://${host}:${port}`;
  const running = new Map<string, () => Promise<void>>();

  function write(name: string, text: string): string {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  }

  async function run(command: string, options: readonly string[]): Promise<void> {
    await running.get(command)?.();
    running.set(command, runBeside(command, options));
  }

  async function start(settings: string): Promise<void> {
    const page = write(
      'page.sh',
      `#!/bin/sh
echo 'Content-Type: text/html; charset=utf-8'
echo
echo '<!doctype html><html lang="en"><title>Tool</title><h1>Tool</h1><pre>'
env | sort
`,
    );
    chmodSync(page, 0o755);
    const isRoot = process.getuid?.() === 0;
    const loaded = modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`);
    const config = write(
      'apache.conf',
      `${loaded.join('\n')}
ServerRoot ${folder}
Listen 127.0.0.1:${port}
PidFile ${folder}/apache.pid
ErrorLog ${folder}/error.log
${isRoot ? 'User www-data\nGroup www-data' : ''}
UseCanonicalName On
ServerName ${address}
TypesConfig /dev/null
AddType text/css .css
AddType text/javascript .js
ScriptAlias /app ${page}
<Directory ${folder}>
  Require all granted
</Directory>
${settings}
`,
    );
    await run('/usr/sbin/apache2', ['-f', config, '-DFOREGROUND']);
    await waitFor('Apache', `${address}/none`, { ok: false });
  }

  return {
    folder,
    address,
    write,
    start,
    run,
    async close() {
      for (const end of running.values()) await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
