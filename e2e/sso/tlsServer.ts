import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Serves the portal with TLS; its certificate becomes the one that a Moodle with its data in `dataroot` trusts. */
export function serveTls(port: number, portalUrl: string, dataroot: string | undefined): Server {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-sso-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...names, '-days', '30'];
  execFileSync('openssl', [...made, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const keys = { key: readFileSync(key), cert: readFileSync(cert) };
  if (dataroot) writeFileSync(join(dataroot, 'moodleorgca.crt'), keys.cert);
  rmSync(folder, { recursive: true });
  const { port: portalPort } = new URL(portalUrl);
  return createServer(keys, (asked, answer) => {
    const { method, url: path, headers } = asked;
    const passed = { ...headers, 'x-forwarded-proto': 'https' };
    const call = request(
      { host: '127.0.0.1', port: portalPort, method, path, headers: passed },
      (answered) => {
        answer.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(answer);
      },
    );
    call.on('error', () => answer.destroy());
    asked.pipe(call);
  }).listen(port, '127.0.0.1');
}
