import { describe, expect, it, vi } from 'vitest';
import { ConfigError, listMisspelt, readConfig } from './config.ts';

const refusal = (environment: Record<string, string>) => {
  try {
    readConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  return null;
};

describe('settings', () => {
  it('all have a default', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: null,
    });
    expect(config).toMatchObject({
      smtpUrl: null,
      demo: false,
      learningPlatform: 'builtin',
      timeZone: 'America/Toronto',
    });
    expect(config.redirectUris).toEqual([]);
  });

  it('leave the calls out of the log in a terminal, unless LOG_LEVEL asks for them', () => {
    const inTerminal = (isTTY: boolean, settings = {}) => {
      vi.spyOn(process, 'stdout', 'get').mockReturnValue({ isTTY } as typeof process.stdout);
      const { logLevel } = readConfig(settings);
      vi.restoreAllMocks();
      return logLevel;
    };
    expect(inTerminal(false)).toBe('info');
    expect(inTerminal(true)).toBe('warn');
    expect(inTerminal(true, { LOG_LEVEL: 'info' })).toBe('info');
  });

  it('take networks of proxies, and refuse what is none', () => {
    const read = (TRUSTED_PROXIES: string) => readConfig({ TRUSTED_PROXIES }).trustedProxies;
    expect(read('10.89.0.0/24, 192.0.2.7,2001:db8::/32')).toEqual([
      '10.89.0.0/24',
      '192.0.2.7',
      '2001:db8::/32',
    ]);
    expect(read('')).toEqual([]);
    for (const text of [
      'caddy',
      '10.89.0.0/33',
      '10.89.0.0/0',
      '10.89.0.0/24/8',
      '::1/129',
      '10.89.0.0/',
      '*',
    ])
      expect(refusal({ TRUSTED_PROXIES: text }), text).toContain('TRUSTED_PROXIES');
  });

  it('name variables that are one slip away from them, and no others', () => {
    const slips = {
      PROT: 'PORT',
      HSOT: 'HOST',
      LOGLEVEL: 'LOG_LEVEL',
      DATA_DRI: 'DATA_DIR',
      SECRET_KEYS: 'SECRET_KEY',
    };
    const others = {
      PATH: '',
      HOME: '',
      MODE: '',
      POST: '',
      HOSTS: '',
      SHELL: '',
      LANG: '',
      PORT: '1',
      DATA_DIR: '',
    };
    expect(listMisspelt({ ...slips, ...others })).toEqual(
      Object.entries(slips).map(([name, meant]) => ({ name, meant })),
    );
  });

  it('of the portal alone refuse a name one slip away, each by its line, and leave those of others', () => {
    const slips = { DATABSE_URL: 'x', DTA_DIR: 'x', SECRET_KYE: 'x', PUBLC_URL: 'x', SMPT_URL: 'x' };
    const others = { PROT: '1', LOGLEVEL: 'debug', DEMOS: '' };
    expect(refusal({ ...slips, ...others })?.match(/[A-Z_]+(?=\?)/g)).toEqual([
      'DATABASE_URL',
      'DATA_DIR',
      'SECRET_KEY',
      'PUBLIC_URL',
      'SMTP_URL',
    ]);
  });

  it('send no mail of the demo beyond this machine, unless that is asked for', () => {
    const demo = { DEMO: 'true', SMTP_URL: 'smtp://mail.example.ca' };
    expect(readConfig(demo)).toMatchObject({ smtpUrl: null, keepsDemoMails: true });
    expect(readConfig({ ...demo, DEMO_MAILS: 'true' }).smtpUrl).toBe(demo.SMTP_URL);
    expect(readConfig({ ...demo, DEMO: 'false' }).smtpUrl).toBe(demo.SMTP_URL);
    const here = { ...demo, SMTP_URL: 'smtp://127.0.0.1:2525' };
    expect(readConfig(here)).toMatchObject({ smtpUrl: here.SMTP_URL, keepsDemoMails: false });
  });

  it('are refused all at once, a line for each, and none of them for another that is invalid', () => {
    expect(
      refusal({ PORT: 'x', IMAP_URL: 'y', RETURN_PATH: 'a@example.ca', SMTP_URSL: '1' })?.split('\n'),
    ).toEqual([
      expect.stringMatching(/^Unknown setting SMTP_URSL\. Did you mean SMTP_URL\?$/),
      expect.stringMatching(/^Setting PORT is not valid: /),
      expect.stringMatching(/^Setting IMAP_URL is not valid: /),
    ]);
    const missing = { LEARNING_PLATFORM: 'moodle', REPLICA_URL: 'postgres://r/x' };
    expect(refusal(missing)?.match(/\w+ is missing/g)).toEqual([
      'MOODLE_URL is missing',
      'MOODLE_TOKEN is missing',
      'DATABASE_URL is missing',
    ]);
  });

  it('give metrics a port of their own', () => {
    expect(refusal({ PORT: '4100', METRICS_PORT: '4100' })).toBe(
      'Setting METRICS_PORT is not valid: it is the port of PORT; name another.',
    );
  });

  it('take the port into the public address unless that is set', () => {
    expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
    expect(readConfig({ PORT: '8080', PUBLIC_URL: 'https://guichet.example.ca/' }).publicUrl).toBe(
      'https://guichet.example.ca',
    );
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['SMTP_URL', 'mail.example.ca'],
    ['IMAP_URL', 'imap.example.ca'],
    ['IMAP_URL', 'imap://retours:secret@imap.example.ca/INBOX'],
    ['IMAP_URL', 'imaps://imap.example.ca/INBOX'],
    ['RETURN_PATH', 'retours'],
    ['RETURN_PATH', 'avis-de-non-remise-des-convocations@example.ca'],
    ['RETURN_PATH', 'Retours <retours@example.ca>'],
    ['RETURN_PATH_SEPARATOR', '@'],
    ['CLAMD_URL', 'http://127.0.0.1:3310'],
    ['PUBLIC_URL', 'guichet.example.ca'],
    ['DEMO', 'yes'],
    ['TIME_ZONE', 'Ottawa'],
    ['LEARNING_PLATFORM', 'canvas'],
    ['MOODLE_URL', 'http://moodle.example.ca'],
    ['MOODLE_URL', 'https://user:secret@moodle.example.ca'],
    ['MOODLE_TOKEN', 'short'],
    ['MOODLE_TEMPLATE', '1'],
    ['MOODLE_COPY_SECONDS', '0'],
    ['BRIGHTSPACE_URL', 'http://bs.example.ca'],
    ['BRIGHTSPACE_OAUTH_URL', 'http://auth.example.ca/token'],
    ['BRIGHTSPACE_AUTHORIZATION_URL', 'http://auth.example.ca/auth'],
    ['BRIGHTSPACE_REFRESH_TOKEN', 'short'],
    ['BRIGHTSPACE_ROLE', 'Learner'],
    ['BRIGHTSPACE_WAY_IN', 'https://bs.example.ca/d2l/home/'],
    ['BRIGHTSPACE_WAY_IN', 'http://bs.example.ca/d2l/home/{course}'],
    ['BOOTSTRAP_ADMIN_EMAIL', 'admin'],
    ['SECRET_KEY', 'short'],
    ['REDIRECT_URIS', 'http://example.ca/back'],
    ['SIGN_INS_PER_MINUTE', '0'],
  ])('name %s when it is %j, in one line', (name, value) => {
    const message = refusal({ [name]: value });
    expect(message).toContain(`Setting ${name} is not valid`);
    expect(message).not.toContain('\n');
  });

  it('of Moodle are needed together, and only by LEARNING_PLATFORM=moodle', () => {
    const site = { MOODLE_URL: 'https://moodle.example.ca/campus/', MOODLE_TOKEN: '0123456789abcdef' };
    expect(readConfig(site).moodle).toBeNull();
    expect(readConfig({ LEARNING_PLATFORM: 'moodle', ...site }).moodle).toEqual({
      url: 'https://moodle.example.ca/campus',
      token: '0123456789abcdef',
      category: null,
      template: null,
      role: 5,
      callSeconds: 30,
      copySeconds: 120,
    });
    for (const name of ['MOODLE_URL', 'MOODLE_TOKEN'])
      expect(refusal({ LEARNING_PLATFORM: 'moodle', ...site, [name]: '' })).toBe(
        `Setting ${name} is missing: LEARNING_PLATFORM=moodle needs it.`,
      );
  });

  it('of Brightspace are needed together, and only by LEARNING_PLATFORM=brightspace', () => {
    const site = {
      BRIGHTSPACE_URL: 'https://bs.example.ca/',
      BRIGHTSPACE_CLIENT_ID: 'client',
      BRIGHTSPACE_CLIENT_SECRET: '0123456789abcdef',
      BRIGHTSPACE_REFRESH_TOKEN: '0123456789abcdef',
      BRIGHTSPACE_ROLE: '110',
    };
    expect(readConfig(site).brightspace).toBeNull();
    expect(readConfig({ LEARNING_PLATFORM: 'brightspace', ...site }).brightspace).toEqual({
      url: 'https://bs.example.ca',
      tokenUrl: 'https://auth.brightspace.com/core/connect/token',
      clientId: 'client',
      clientSecret: '0123456789abcdef',
      refreshToken: '0123456789abcdef',
      semester: null,
      template: null,
      role: 110,
      wayIn: 'https://bs.example.ca/d2l/home/{course}',
      callSeconds: 30,
      copySeconds: 120,
    });
    for (const name of Object.keys(site))
      expect(refusal({ LEARNING_PLATFORM: 'brightspace', ...site, [name]: '' })).toBe(
        `Setting ${name} is missing: LEARNING_PLATFORM=brightspace needs it.`,
      );
  });

  it('of the return path are needed together, and name a mailbox', () => {
    const path = { RETURN_PATH: 'retours@example.ca' };
    const imap = { IMAP_URL: 'imaps://retours%40example.ca:p%40ss@imap.example.ca/Avis%20re%C3%A7us' };
    expect(refusal(path)).toBe('Setting IMAP_URL is missing: RETURN_PATH needs it.');
    expect(refusal(imap)).toBe('Setting RETURN_PATH is missing: IMAP_URL needs it.');
    expect(readConfig({}).returnPath).toBeNull();
    const mailbox = {
      host: 'imap.example.ca',
      port: 993,
      secure: true,
      user: 'retours@example.ca',
      password: 'p@ss',
      folder: 'Avis reçus',
    };
    const expected = { address: 'retours@example.ca', separator: '+', mailbox };
    expect(readConfig({ ...path, ...imap }).returnPath).toEqual(expected);
    expect(readConfig({ ...path, IMAP_URL: 'imap://a:b@127.0.0.1:1143' }).returnPath?.mailbox).toMatchObject({
      host: '127.0.0.1',
      port: 1143,
      secure: false,
      folder: 'INBOX',
    });
  });

  it('do not know the administrator’s token, which npm run platform-check alone takes', () => {
    expect(refusal({ MOODLE_ADMIN_TOKEN: 'x' })).toBeNull();
    expect(refusal({ UNIVERSITY_NAME: 'x' })).toBe(
      'Unknown setting UNIVERSITY_NAME. Did you mean UNIVERSITY_NAME_FR?',
    );
    expect(refusal({ MOODLE_TOKN: 'x' })).toBe('Unknown setting MOODLE_TOKN. Did you mean MOODLE_TOKEN?');
  });

  it('never repeat a value, which may hold a password', () => {
    expect(refusal({ DATABASE_URL: 'http://user:hunter2@localhost' })).not.toContain('hunter2');
    expect(refusal({ IMAP_URL: 'imap://user:hunter2@imap.example.ca' })).not.toContain('hunter2');
  });

  it('report an unknown one, and suggest the nearest name', () => {
    expect(refusal({ SMTP_ULR: 'smtp://localhost' })).toBe(
      'Unknown setting SMTP_ULR. Did you mean SMTP_URL?',
    );
    expect(refusal({ DATABASE_PASSWORD: 'x' })).toContain('Unknown setting DATABASE_PASSWORD');
  });

  it('ignore other environment variables', () => {
    expect(refusal({ PATH: '/bin', HOME: '/root', LANG: 'fr_CA.UTF-8', npm_config_cache: 'x' })).toBeNull();
  });

  it('treat an empty value as unset', () => {
    expect(readConfig({ DATABASE_URL: '', SMTP_URL: ' ' })).toMatchObject({
      databaseUrl: null,
      smtpUrl: null,
    });
  });
});
