import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { refuseDamage } from '../../../core/database/embedded/damage.ts';
import { controlFile } from '../control.service.ts';
import { wordsIn } from '../terminal/command.ts';
import { askServer } from './askServer.ts';

test('a server that is killed during an import leaves a sentence that names the way to look', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'guichet-control-'));
  const server = createServer((_request, response) => {
    response.write('{"progress":1}\n', () => response.destroy());
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  writeFileSync(controlFile(dataDir), JSON.stringify({ port, token: 'x' }));
  const terminal = { language: 'en', folder: dataDir, t: wordsIn('en'), say() {}, progress() {} } as const;
  await expect(askServer(dataDir, 'importList', {} as never, terminal)).rejects.toThrow(
    'The server that uses the database broke off. The list was imported entirely or not at all: npx guichet import … --preview shows what is left to do.',
  );
  server.close();
  rmSync(dataDir, { recursive: true });
});

test('a full disk that a server tells of keeps its kind, and is told as without a server', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'guichet-control-'));
  const server = createServer((_request, response) => {
    response.end('{"failed":{"message":"the database is unavailable (full)","kind":"full"}}\n');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  writeFileSync(controlFile(dataDir), JSON.stringify({ port, token: 'x' }));
  const terminal = { language: 'fr', folder: dataDir, t: wordsIn('fr'), say() {}, progress() {} } as const;
  const error = await askServer(dataDir, 'createAdmin', {} as never, terminal).catch((thrown) => thrown);
  vi.stubEnv('LC_ALL', 'fr_CA.UTF-8');
  expect(refuseDamage(error, { databaseUrl: null, dataDir }).message).toMatch(/^Le disque de .* est plein/);
  vi.unstubAllEnvs();
  server.close();
  rmSync(dataDir, { recursive: true });
});
