import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { Config } from './core/runtime/config.ts';
import { version } from './core/runtime/version.ts';
import { announce, announceListening } from './startLines.ts';

afterEach(() => void vi.restoreAllMocks());

test.each([
  ['relative inside the working directory', join(process.cwd(), 'data'), 'data'],
  ['relative, also with a name that begins with two dots', join(process.cwd(), '..data'), '..data'],
  ['a dot where it is the working directory', process.cwd(), '.'],
  ['whole outside of it', '/tmp/guichet', '/tmp/guichet'],
])('the data folder is told %s', (_how, dataDir, shown) => {
  const lines: unknown[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(line) > 0);
  announce({ databaseUrl: null, smtpUrl: null, dataDir } as unknown as Config);
  expect(lines).toEqual([
    `No DATABASE_URL: using the embedded database in ${shown}.\n`,
    `No SMTP_URL: mails are written to ${shown}/outbox and shown on the outbox page.\n`,
  ]);
});

test('a mail server beyond this machine without a public address is told, as no mail leaves', () => {
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  const config = {
    databaseUrl: 'postgres://db',
    smtpUrl: 'smtp://mail.uni.example.ca',
    dataDir: '/tmp/guichet',
  };
  announce({ ...config, publicUrl: 'http://localhost:3000' } as unknown as Config);
  expect(lines).toEqual([expect.stringMatching(/PUBLIC_URL.*http:\/\/localhost:3000.*no mail leaves/)]);
  lines.length = 0;
  announce({ ...config, publicUrl: 'https://portail.uni.example.ca' } as unknown as Config);
  expect(lines).toEqual([]);
});

test('the start says where the portal listens and by which address people come, and warns of one without TLS', () => {
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  const tell = (publicUrl: string) => {
    lines.length = 0;
    announceListening({ host: '127.0.0.1', port: 4731, publicUrl });
    return [...lines];
  };
  expect(tell('http://localhost:4731')).toEqual([
    `Guichet ${version} listens on http://localhost:4731 (press Ctrl+C to stop).\n`,
  ]);
  const listening = (address: string) =>
    `Guichet ${version} listens on http://127.0.0.1:4731; people open it at ${address}, by your proxy (press Ctrl+C to stop).\n`;
  expect(tell('https://guichet.rive.example')).toEqual([listening('https://guichet.rive.example')]);
  expect(tell('http://guichet.rive.example')).toEqual([
    listening('http://guichet.rive.example'),
    expect.stringMatching(/^PUBLIC_URL is not https/),
  ]);
});
