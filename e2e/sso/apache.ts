import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../apps/server/test/freePort.ts';

const modules = ['mpm_prefork', 'authn_core', 'authz_core', 'authz_user', 'auth_basic', 'alias', 'cgi'];

export interface Apache {
  readonly folder: string;
  readonly address: string;
  write(name: string, text: string): string;
  /** Starts Apache with these settings and a page under `/app` that shows the person. */
  start(settings: string): Promise<void>;
  /** Starts another program, which ends with Apache. */
  run(command: string, options: readonly string[]): void;
  close(): void;
}

/** Apache of Debian's package, on loopback, as the server of an application. */
export async function makeApache(): Promise<Apache> {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-sso-'));
  chmodSync(folder, 0o755);
  const port = await findFreePort();
  // The portal of the checks has this name too: without TLS, cookies are kept from another site.
  const address = `http://localhost:${port}`;
  const children: ChildProcess[] = [];

  function write(name: string, text: string): string {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  }

  function run(command: string, options: readonly string[]): void {
    // Apache ends its whole process group.
    children.push(spawn(command, options, { stdio: 'ignore', detached: true }));
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
ScriptAlias /app ${page}
<Directory ${folder}>
  Require all granted
</Directory>
${settings}
`,
    );
    run('/usr/sbin/apache2', ['-f', config, '-DFOREGROUND']);
    for (let tries = 0; tries < 100; tries += 1) {
      if (
        await fetch(`${address}/none`).then(
          () => true,
          () => false,
        )
      )
        return;
      await wait(100);
    }
    throw new Error('Apache has not started');
  }

  return {
    folder,
    address,
    write,
    start,
    run,
    close() {
      for (const child of children) child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
