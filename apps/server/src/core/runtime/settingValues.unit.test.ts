import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { loadConfig, readConfig } from './config.ts';

const refusal = (environment: Record<string, string>) => {
  try {
    readConfig(environment);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

describe('settings that are not valid', () => {
  it('say what is wrong with a network, the port of an address and that of the portal', () => {
    expect(refusal({ TRUSTED_PROXIES: '10.0.0.0/99' })).toBe(
      'Setting TRUSTED_PROXIES is not valid: the number after / is from 1 to 32 in a network such as 10.0.0.0/32.',
    );
    for (const address of ['smtp://mail.example.ca:99999', 'smtp://u:p:q@mail.example.ca:x/'])
      expect(refusal({ SMTP_URL: address })).toBe(
        'Setting SMTP_URL is not valid: the port after the host is not a number up to 65535.',
      );
    expect(refusal({ SMTP_URL: 'mail.example.ca:25' })).toContain('starts with smtp://');
    expect(refusal({ PORT: '0' })).toContain('from 1 to 65535');
  });

  it.each([
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtp://:25'],
    ['SMTP_URL', 'smtps://user:p%40ss@:465'],
    ['SMTP_URL', 'smtp:///?maxConnections=2'],
    ['CLAMD_URL', 'tcp://:3310'],
    ['IMAP_URL', 'imaps://user:pass@/INBOX'],
  ])('say that an address names no host: %s=%s', (name, address) => {
    const protocol = address.slice(0, address.indexOf('/'));
    expect(refusal({ [name]: address })).toBe(
      `Setting ${name} is not valid: it names no host; it takes an address such as ${protocol}//host.example.ca.`,
    );
  });

  it.each(['DATABASE_URL=postgres', 'REPLICA_URL=postgres', 'SMTP_URL=smtp'])(
    'say how a password is written in an address: %s',
    (start) => {
      const [name = '', protocol] = start.split('=');
      for (const password of ['a#b', 'a/b', 'a?b', 'a%b', '100%', '12#b', '12/b', '12?b', '#b'])
        expect(
          refusal({ DATABASE_URL: 'postgres://x/y', [name]: `${protocol}://u:${password}@h.example.ca/x` }),
        ).toBe(
          `Setting ${name} is not valid: in a password write # as %23, / as %2F, “?” as %3F, @ as %40 and % as %25.`,
        );
      const encoded = `${protocol}://u:a%23%2F%3F%40%25@h.example.ca/x`;
      for (const whole of [encoded, `${protocol}://h.example.ca:12/x?user=u&password=a@b`])
        expect(refusal({ DATABASE_URL: 'postgres://x/y', [name]: whole })).toBeNull();
    },
  );

  it.each([
    ['America/Montreal', 'America/Toronto'],
    ['Asia/Kathmandu', 'Asia/Katmandu'],
    ['America/Toronto', 'America/Toronto'],
    ['UTC', 'UTC'],
  ])('are no other names of a zone: %s is %s', (name, shared) => {
    expect(readConfig({ TIME_ZONE: name }).timeZone).toBe(shared);
  });

  it.each(['+05:00', 'Montréal', 'America/Ottawa'])('are what names no zone: “%s”', (name) => {
    expect(refusal({ TIME_ZONE: name })).toContain('TIME_ZONE');
  });

  it('are a path, a query or a fragment in the address of the portal', () => {
    for (const address of [
      'https://g.example.ca/portail',
      'https://g.example.ca/?a',
      'https://g.example.ca/#a',
    ])
      expect(refusal({ PUBLIC_URL: address })).toContain('without a path');
    expect(readConfig({ PUBLIC_URL: 'https://g.example.ca/' }).publicUrl).toBe('https://g.example.ca');
  });

  it.each(['HSOT', 'HOTS', 'HOST_'])('suggest the nearest name with the line in .env: %s', (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'guichet-settings-'));
    const before = process.cwd();
    writeFileSync(join(folder, '.env'), `# settings\nPORT=4100\n${name}=0.0.0.0\n`);
    vi.stubEnv('LC_ALL', 'en_CA.UTF-8');
    try {
      process.chdir(folder);
      expect(loadConfig).toThrow(`.env, line 3: unknown setting ${name}. Did you mean HOST?`);
    } finally {
      process.chdir(before);
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    }
  });

  it('are told in French in a French locale', () => {
    vi.stubEnv('LC_ALL', 'fr_CA.UTF-8');
    const settings = { PORT: 'x', LEARNING_PLATFORM: 'canvas', IMAP_URL: 'imap://:1', SMTP_ULR: 'x' };
    expect(refusal({ ...settings, REPLICA_URL: 'postgres://r/x' })?.split('\n')).toEqual([
      'Réglage inconnu : SMTP_ULR. Vouliez-vous dire SMTP_URL?',
      'Le réglage PORT n’est pas valable : il faut un nombre entier de 1 à 65535.',
      'Le réglage LEARNING_PLATFORM n’est pas valable : il faut builtin, moodle ou brightspace.',
      'Le réglage IMAP_URL n’est pas valable : aucune machine n’y est nommée; il faut une adresse comme imap://machine.example.ca.',
      'Le réglage DATABASE_URL manque : REPLICA_URL en a besoin.',
    ]);
    vi.unstubAllEnvs();
  });
});
