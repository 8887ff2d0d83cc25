import { resolve } from 'node:path';
import { roles } from '@guichet/contract/core/access';
import { brightspaceSettings, readBrightspace, readBrightspaceSignIn } from './brightspaceSettings.ts';
import { readEnvFile } from './envFile.ts';
import { findNearest, findSlips, isNamedAsOurs } from './misspelt.ts';
import { type Params, type TextName, textIn } from './operatorTexts.ts';
import { leavesMachine } from './publicAddress.ts';
import * as values from './settingValues.ts';

/** A setting is invalid or unknown; the program exits with this message. */
export class ConfigError extends Error {
  /** The settings as far as they are valid; null where the fault is no single setting's. */
  readonly valid: Config | null;

  constructor(message: string, valid: Config | null = null) {
    super(message);
    this.valid = valid;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** The university's name until UNIVERSITY_NAME_FR and UNIVERSITY_NAME_EN are set. */
export const neutralName = { fr: 'Université', en: 'University' } as const;

const settings = {
  PORT: (text: string | null) => values.wholeNumber(text ?? '3000', 1, 65535),
  HOST: (text: string | null) => text ?? '127.0.0.1',
  PUBLIC_URL: values.optional(values.rootAddress),
  TRUSTED_PROXIES: (text: string | null) => values.parseList(text).map(values.parseNetwork),
  DATABASE_URL: values.optional((text) => values.parseAddress(text, ['postgres:', 'postgresql:'])),
  REPLICA_URL: values.optional((text) => values.parseAddress(text, ['postgres:', 'postgresql:'])),
  DATA_DIR: (text: string | null) => resolve(text ?? './data'),
  SMTP_URL: values.optional((text) => values.parseAddress(text, ['smtp:', 'smtps:'])),
  RETURN_PATH: values.optional(values.returnAddress),
  RETURN_PATH_SEPARATOR: (text: string | null) => values.parseChoice(text ?? '+', ['+', '-'] as const),
  IMAP_URL: values.optional(values.imapAddress),
  SECRET_KEY: values.optional((text) => values.longEnough(text, 32)),
  BOOTSTRAP_ADMIN_EMAIL: (text: string | null) =>
    text === null ? values.firstAddress : values.emailAddress(text),
  BOOTSTRAP_ADMIN_PASSWORD: (text: string | null) => text,
  DEMO: (text: string | null) => values.truth(text ?? 'false'),
  DEMO_MAILS: (text: string | null) => values.truth(text ?? 'false'),
  CLAMD_URL: values.optional((text) => values.parseAddress(text, ['tcp:'])),
  LEARNING_PLATFORM: (text: string | null) =>
    values.parseChoice(text ?? 'builtin', ['builtin', 'moodle', 'brightspace'] as const),
  LEARNING_PRIVATE_HOSTS: (text: string | null) => values.parseList(text).map((host) => host.toLowerCase()),
  MOODLE_URL: values.optional(values.siteAddress),
  MOODLE_TOKEN: values.optional((text) => values.longEnough(text, 16)),
  MOODLE_CATEGORY: values.optional((text) => values.wholeNumber(text, 1, 2_147_483_647)),
  MOODLE_TEMPLATE: values.optional((text) => values.wholeNumber(text, 2, 2_147_483_647)),
  MOODLE_ROLE: (text: string | null) => values.wholeNumber(text ?? '5', 1, 2_147_483_647),
  MOODLE_COPY_SECONDS: (text: string | null) => values.wholeNumber(text ?? '120', 1, 3600),
  ...brightspaceSettings,
  UNIVERSITY_NAME_FR: (text: string | null) => text ?? neutralName.fr,
  UNIVERSITY_NAME_EN: (text: string | null) => text ?? neutralName.en,
  UNIVERSITY_REPLY_TO: values.optional(values.emailAddress),
  UNIVERSITY_PHONE: (text: string | null) => text,
  UNIVERSITY_OFFICE_FR: (text: string | null) => text,
  UNIVERSITY_OFFICE_EN: (text: string | null) => text,
  TIME_ZONE: (text: string | null) => values.timeZone(text ?? 'America/Toronto'),
  REDIRECT_URIS: (text: string | null) => values.parseList(text).map(values.redirectUri),
  CONCEAL_ACCOUNTS: (text: string | null) => values.truth(text ?? 'false'),
  SIGN_INS_PER_MINUTE: (text: string | null) => values.wholeNumber(text ?? '300', 1, 1_000_000),
  DRAIN_SECONDS: values.optional((text) => values.wholeNumber(text, 0, 5)),
  REQUIRE_SECOND_FACTOR: (text: string | null) =>
    values.parseList(text).map((name) => values.parseChoice(name, roles)),
  METRICS_PORT: values.optional((text) => values.wholeNumber(text, 1, 65535)),
  METRICS_TOKEN: values.optional((text) => values.longEnough(text, 16)),
  LOG_LEVEL: (text: string | null) =>
    values.parseChoice(text ?? (process.stdout.isTTY ? 'warn' : 'info'), logLevels),
};

type Name = keyof typeof settings;

/** Reads the settings from the environment, which takes precedence, and from `.env` in the project folder. */
export function loadConfig(): Config {
  const { environment, faults } = readEnvironment();
  return readConfig(environment, faults);
}

function readEnvironment() {
  const { settings: file, faults } = readEnvFile('.env', operatorLanguage(), (name, at) =>
    name in settings ? null : tell('settingUnknownInFile', { name, ...at }) + suggestion(name),
  );
  const ours = Object.fromEntries(Object.entries(file).filter(([name]) => name in settings));
  return { environment: { ...ours, ...process.env } as Environment, faults };
}

/** Variables of the environment that look like settings of the portal, one slip of the keyboard away. */
export function listMisspelt(environment: Environment = process.env) {
  return findSlips(Object.keys(environment), Object.keys(settings));
}

/** The effective settings, for operators; secrets and passwords in URLs are masked. */
export function findSettings(): { readonly name: string; readonly value: string; readonly isSet: boolean }[] {
  const { environment } = readEnvironment();
  const { publicUrl, drainSeconds } = readConfig(environment);
  const derived: Record<string, unknown> = { PUBLIC_URL: publicUrl, DRAIN_SECONDS: drainSeconds };
  return Object.entries(settings).map(([name, read]) => {
    const text = environment[name]?.trim() || null;
    return { name, value: shown(name, read(text) ?? derived[name]), isSet: text !== null };
  });
}

function shown(name: string, value: unknown): string {
  if ((value ?? null) === null || (Array.isArray(value) && value.length === 0)) return '–';
  if (/SECRET|PASSWORD|TOKEN/.test(name) && typeof value === 'string') return '••••••';
  return values.withoutPassword(String(value)).replace(/([?&](?:password|pass)=)[^&]*/gi, '$1•••');
}

/** The language for operators: French in a French locale. */
export function operatorLanguage(environment: Environment = process.env): 'fr' | 'en' {
  const { LC_ALL, LC_MESSAGES, LANG } = environment;
  return /^fr/i.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'fr' : 'en';
}

export type Config = Readonly<ReturnType<typeof readConfig>>;

export type ReturnPathSettings = NonNullable<Config['returnPath']>;

export type { BrightspaceSettings } from './brightspaceSettings.ts';

export type MoodleSettings = NonNullable<Config['moodle']>;

/** @throws ConfigError with a line for each invalid, missing or unknown setting, after those of `known` */
export function readConfig(environment: Environment, known: readonly string[] = []) {
  const faults = new Map(known.map((line) => [line, line]));
  for (const name of Object.keys(environment)) {
    if (name in settings || !isNamedAsOurs(name)) continue;
    faults.set(name, tell('settingUnknown', { name }) + suggestion(name));
  }
  // The value that stands for an invalid one is used by nobody: the faults are thrown at the end.
  const read = <K extends Name>(name: K): ReturnType<(typeof settings)[K]> => {
    const text = environment[name]?.trim() || null;
    try {
      return settings[name](text) as ReturnType<(typeof settings)[K]>;
    } catch (error) {
      faults.set(name, tell('settingInvalid', { name, why: whyOf(error) }));
      return settings[name](null) as ReturnType<(typeof settings)[K]>;
    }
  };
  const need = (name: Name, cause: string): void => {
    if (!faults.has(name)) faults.set(name, tell('settingMissing', { name, cause }));
  };
  const port = read('PORT');
  const learningPlatform = read('LEARNING_PLATFORM');
  const moodle = {
    url: read('MOODLE_URL') ?? '',
    token: read('MOODLE_TOKEN') ?? '',
    /** The defaults of systems that have no semester or template. */
    category: read('MOODLE_CATEGORY'),
    template: read('MOODLE_TEMPLATE'),
    /** The id of the student role, which web services cannot look up. */
    role: read('MOODLE_ROLE'),
    /** The longest time that a copy of a template takes. */
    copySeconds: read('MOODLE_COPY_SECONDS'),
    /** The longest time that any other call takes. */
    callSeconds: 30,
  };
  const isMoodle = learningPlatform === 'moodle';
  const required = <T>(name: Name, value: T | null): T => {
    if (value === null) need(name, `LEARNING_PLATFORM=${learningPlatform}`);
    return value as T;
  };
  if (isMoodle) for (const name of ['MOODLE_URL', 'MOODLE_TOKEN'] as const) required(name, read(name));
  const returnPath = { address: read('RETURN_PATH') ?? '', separator: read('RETURN_PATH_SEPARATOR') };
  const imapUrl = read('IMAP_URL');
  if (imapUrl !== null && returnPath.address === '') need('RETURN_PATH', 'IMAP_URL');
  if (imapUrl === null && returnPath.address !== '') need('IMAP_URL', 'RETURN_PATH');
  const databaseUrl = read('DATABASE_URL');
  const replicaUrl = read('REPLICA_URL');
  if (replicaUrl !== null && databaseUrl === null) need('DATABASE_URL', 'REPLICA_URL');
  const metricsPort = read('METRICS_PORT');
  if (metricsPort === port)
    faults.set('METRICS_PORT', tell('settingInvalid', { name: 'METRICS_PORT', why: tell('valuePortTaken') }));
  const smtpUrl = read('SMTP_URL');
  const demo = read('DEMO');
  const keepsDemoMails = demo && !read('DEMO_MAILS') && leavesMachine(smtpUrl);
  const config = {
    port,
    host: read('HOST'),
    publicUrl: read('PUBLIC_URL') ?? `http://localhost:${port}`,
    /** Networks beside the loopback addresses whose proxies say from where a request came. */
    trustedProxies: read('TRUSTED_PROXIES'),
    databaseUrl,
    /** A streaming replica of that database, for searches, the audit log and lists. */
    replicaUrl,
    dataDir: read('DATA_DIR'),
    smtpUrl: keepsDemoMails ? null : smtpUrl,
    /** The people of the demo are invented, and their addresses may be somebody's: no mail leaves for them unasked. */
    keepsDemoMails,
    /** The address for delivery reports, and the mailbox in which they arrive; null: nobody reads them. */
    returnPath: imapUrl === null ? null : { ...returnPath, mailbox: values.imapMailbox(imapUrl) },
    secretKey: read('SECRET_KEY'),
    bootstrapAdmin: { email: read('BOOTSTRAP_ADMIN_EMAIL'), password: read('BOOTSTRAP_ADMIN_PASSWORD') },
    demo,
    clamdUrl: read('CLAMD_URL'),
    learningPlatform,
    moodle: isMoodle ? moodle : null,
    brightspaceSignIn: readBrightspaceSignIn(read),
    brightspace: readBrightspace(read, learningPlatform === 'brightspace' ? required : null),
    /** Hosts in private networks that a registered platform may have. */
    learningPrivateHosts: read('LEARNING_PRIVATE_HOSTS'),
    universityName: { fr: read('UNIVERSITY_NAME_FR'), en: read('UNIVERSITY_NAME_EN') },
    /** The office for mails whose system has no office. */
    universityOffice: {
      replyTo: read('UNIVERSITY_REPLY_TO'),
      phone: read('UNIVERSITY_PHONE'),
      address: { fr: read('UNIVERSITY_OFFICE_FR'), en: read('UNIVERSITY_OFFICE_EN') },
    },
    timeZone: read('TIME_ZONE'),
    redirectUris: read('REDIRECT_URIS'),
    concealAccounts: read('CONCEAL_ACCOUNTS'),
    signInsPerMinute: read('SIGN_INS_PER_MINUTE'),
    /** How long a stopping server takes requests, until balancers send none; default 0 with an embedded database. */
    drainSeconds: read('DRAIN_SECONDS') ?? (databaseUrl === null ? 0 : 2),
    requireSecondFactor: read('REQUIRE_SECOND_FACTOR'),
    /** A separate port for the metrics, and the token that opens them on the main port; null: not there. */
    metricsPort,
    metricsToken: read('METRICS_TOKEN'),
    logLevel: read('LOG_LEVEL'),
  };
  if (faults.size > 0) throw new ConfigError([...faults.values()].join('\n'), config);
  return config;
}

function suggestion(name: string): string {
  const known = Object.keys(settings);
  const near = findNearest(known, name) ?? known.find((each) => each.startsWith(`${name}_`));
  return near ? tell('settingMeant', { near }) : '';
}

function tell(name: TextName, params?: Params): string {
  return textIn(operatorLanguage(), name, params);
}

function whyOf(error: unknown): string {
  if (!(error instanceof values.ValueFault)) return (error as Error).message;
  const list = new Intl.ListFormat(operatorLanguage(), { type: 'disjunction' });
  const inWords = Object.entries(error.params).map(([name, value]) => [
    name,
    typeof value === 'object' ? list.format(value) : value,
  ]);
  return tell(error.text, Object.fromEntries(inWords));
}
