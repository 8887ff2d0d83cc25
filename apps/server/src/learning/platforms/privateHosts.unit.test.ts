import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { fetchOutside, isRefusedHost, resolvesToRefused } from './privateHosts.service.ts';

/** Addresses by name, as a name server would answer. */
const names = vi.hoisted(() => new Map<string, string[]>());
vi.mock('node:dns', async (original) => ({
  ...(await original<typeof import('node:dns')>()),
  lookup: (host: string, _options: object, done: (error: Error | null, found: object[]) => void) =>
    done(
      null,
      (names.get(host) ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    ),
}));

const site = createServer((_request, response) => response.end('here'));
let port: number;
beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  port = (site.address() as AddressInfo).port;
});
afterAll(() => void site.close());

const visit = async (host: string, learningPrivateHosts: string[] = []) =>
  (await fetchOutside({ learningPrivateHosts })(`http://${host}:${port}/`)).text();

it('a name that leads into a private network is not followed, whatever it led to before', async () => {
  names.set('moodle.example.ca', ['127.0.0.1']);
  const refusal = { cause: { message: expect.stringContaining('is in a private network') } };
  await expect(visit('moodle.example.ca')).rejects.toMatchObject(refusal);
  names.set('moodle.example.ca', ['203.0.113.7', '10.0.0.1']);
  await expect(visit('moodle.example.ca')).rejects.toMatchObject(refusal);
});

it('a name is known as private before a call by what it leads to, and one that leads nowhere is not', async () => {
  names.set('wiki.example.ca', ['8.8.8.8', '10.0.0.1']);
  expect(await resolvesToRefused({ learningPrivateHosts: [] }, 'wiki.example.ca')).toBe(true);
  expect(await resolvesToRefused({ learningPrivateHosts: ['wiki.example.ca'] }, 'wiki.example.ca')).toBe(
    false,
  );
  expect(await resolvesToRefused({ learningPrivateHosts: [] }, 'nulle-part.example.ca')).toBe(false);
});

it('the operator allows a host by its name, in any letter case', async () => {
  names.set('moodle.example.ca', ['127.0.0.1']);
  expect(await visit('Moodle.example.ca', ['moodle.example.ca'])).toBe('here');
  expect(await visit('127.0.0.1', ['127.0.0.1'])).toBe('here');
  await expect(visit('127.0.0.1', ['moodle.example.ca'])).rejects.toThrow('is in a private network');
});

it.each([
  'localhost',
  'a.localhost',
  '[::1]',
  '[fd00::1]',
  '[::ffff:a9fe:a9fe]',
  '192.168.1.1',
  '100.64.0.1',
  '203.0.113.7',
  '[::7f00:1]',
  '[::ffff:0:a00:1]',
  '[64:ff9b::a00:1]',
  '[64:ff9b:1::a00:1]',
  '[100::1]',
  '[2001::a00:1]',
  '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
  '[2001:db8::1]',
  '[2002:a00:1::]',
  '[3fff::1]',
  '[5f00::1]',
  '[fec0::1]',
  '[fe80::1]',
  '[ff02::1]',
])('the host %s is known as private by its name', (host) => {
  expect(isRefusedHost({ learningPrivateHosts: [] }, host)).toBe(true);
  for (const open of [
    'moodle.example.ca',
    '8.8.8.8',
    '[2001:4860:4860::8888]',
    '[2607:f8b0::1]',
    '[2a00:1450::1]',
  ])
    expect([open, isRefusedHost({ learningPrivateHosts: [] }, open)]).toEqual([open, false]);
});

it.each([
  '::10.0.0.1',
  '64:ff9b:1::10.0.0.1',
  '2002:a00:1::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  'fe80::1%eth0',
])('a name that leads to %s is not followed', async (address) => {
  names.set('moodle.example.ca', ['2607:f8b0::1', address]);
  const refusal = { cause: { message: expect.stringContaining('is in a private network') } };
  await expect(visit('moodle.example.ca')).rejects.toMatchObject(refusal);
});
