import { addressTemplate, longEnough, optional, siteAddress, wholeNumber } from './settingValues.ts';

/** A Brightspace site and the portal's registration with it (docs/platforms.md). */
export interface BrightspaceSettings {
  /** The address of the site, without a slash at its end. */
  readonly url: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The first refresh token; each renewal brings a new token, which the database keeps. */
  readonly refreshToken: string;
  /** The defaults of systems that have no semester or template. */
  readonly semester: number | null;
  readonly template: number | null;
  /** The id of the role that candidates get; it differs in every site. */
  readonly role: number;
  /** Where people enter a course; `{course}` stands for its id. */
  readonly wayIn: string;
  /** The longest time of a call, and of a copy of the template. */
  readonly callSeconds: number;
  readonly copySeconds: number;
}

/** https://docs.valence.desire2learn.com/basic/oauth2.html: the addresses of renewal and of consent. */
const d2lTokenUrl = 'https://auth.brightspace.com/core/connect/token';
const d2lAuthorizationUrl = 'https://auth.brightspace.com/oauth2/auth';

const mostId = 2_147_483_647;

const text = (least: number) => optional((given) => longEnough(given, least));
const id = optional((given) => wholeNumber(given, 1, mostId));

export const brightspaceSettings = {
  BRIGHTSPACE_URL: optional(siteAddress),
  BRIGHTSPACE_OAUTH_URL: (given: string | null) => siteAddress(given ?? d2lTokenUrl),
  BRIGHTSPACE_AUTHORIZATION_URL: (given: string | null) => siteAddress(given ?? d2lAuthorizationUrl),
  BRIGHTSPACE_CLIENT_ID: text(1),
  BRIGHTSPACE_CLIENT_SECRET: text(8),
  BRIGHTSPACE_REFRESH_TOKEN: text(8),
  BRIGHTSPACE_SEMESTER: id,
  BRIGHTSPACE_TEMPLATE: id,
  BRIGHTSPACE_ROLE: id,
  BRIGHTSPACE_WAY_IN: optional((given) => addressTemplate(given, '{course}')),
};

type Settings = typeof brightspaceSettings;
type Read = <K extends keyof Settings>(name: K) => ReturnType<Settings[K]>;

/** The sign-in service, which all sites share. */
export function readBrightspaceSignIn(read: Read) {
  return { tokenUrl: read('BRIGHTSPACE_OAUTH_URL'), authorizationUrl: read('BRIGHTSPACE_AUTHORIZATION_URL') };
}

/** All values are read, so that any wrong value is reported; the result is null without `required`. */
export function readBrightspace(
  read: Read,
  required: (<T>(name: keyof Settings, value: T | null) => T) | null,
): BrightspaceSettings | null {
  const url = read('BRIGHTSPACE_URL');
  const clientId = read('BRIGHTSPACE_CLIENT_ID');
  const clientSecret = read('BRIGHTSPACE_CLIENT_SECRET');
  const refreshToken = read('BRIGHTSPACE_REFRESH_TOKEN');
  const role = read('BRIGHTSPACE_ROLE');
  const wayIn = read('BRIGHTSPACE_WAY_IN') ?? parseHomePage(url ?? '');
  const defaults = { semester: read('BRIGHTSPACE_SEMESTER'), template: read('BRIGHTSPACE_TEMPLATE') };
  const tokenUrl = read('BRIGHTSPACE_OAUTH_URL');
  if (!required) return null;
  return {
    url: required('BRIGHTSPACE_URL', url),
    tokenUrl,
    clientId: required('BRIGHTSPACE_CLIENT_ID', clientId),
    clientSecret: required('BRIGHTSPACE_CLIENT_SECRET', clientSecret),
    refreshToken: required('BRIGHTSPACE_REFRESH_TOKEN', refreshToken),
    role: required('BRIGHTSPACE_ROLE', role),
    ...defaults,
    wayIn,
    callSeconds: 30,
    copySeconds: 120,
  };
}

/** The address of a course's home page, with the placeholder `{course}`. */
export function parseHomePage(url: string): string {
  return `${url}/d2l/home/{course}`;
}
