import type { PlatformKind } from '@guichet/contract/learning/learning.platforms';
import type { AppContext } from '../../core/context/appContext.ts';
import { homePageOf } from '../../core/runtime/brightspaceSettings.ts';
import { openBrightspace } from './brightspace/brightspace.ts';
import type { Connector } from './connector.ts';
import { openMoodle } from './moodle/moodle.ts';

/** A platform that a super admin has registered, with its credentials. */
export interface RegisteredPlatform {
  /** Null while the platform is tried before it is saved. */
  readonly id: number | null;
  readonly kind: PlatformKind;
  /** Without a trailing slash. */
  readonly address: string;
  /** Values by the names that the contract's `platformKinds` lists for this kind. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Defaults of systems without a semester or a template of their own. */
  readonly semesterId: number | null;
  readonly templateId: number | null;
  readonly studentRole: number;
  /** The longest time for a call, and for a call that copies a template. */
  readonly callSeconds: number;
  readonly copySeconds: number;
}

/** `fetchSite` refuses private hosts that the operator has not allowed; a connector uses no other `fetch`. */
type Open = (context: AppContext, platform: RegisteredPlatform, fetchSite: typeof fetch) => Connector;

const kinds: Record<PlatformKind, Open> = {
  moodle: (context, { address, credentials, semesterId, templateId, studentRole, ...times }, fetchSite) => {
    const { callSeconds, copySeconds } = times;
    const ids = { category: semesterId, template: templateId, role: studentRole };
    const site = { url: address, token: credentials.token ?? '', ...ids, callSeconds, copySeconds };
    return openMoodle(context, site, fetchSite);
  },
  brightspace: (
    context,
    { address, credentials, semesterId, templateId, studentRole, ...times },
    fetchSite,
  ) => {
    const { clientId = '', clientSecret = '', refreshToken = '', wayIn = '' } = credentials;
    const { callSeconds, copySeconds } = times;
    const site = {
      url: address,
      tokenUrl: context.config.brightspaceSignIn.tokenUrl,
      clientId,
      clientSecret,
      refreshToken,
      semester: semesterId,
      template: templateId,
      role: studentRole,
      wayIn: wayIn || homePageOf(address),
      callSeconds,
      copySeconds,
    };
    return openBrightspace(context, site, fetchSite);
  },
};

export const openRegistered: Open = (context, platform, fetchSite) =>
  kinds[platform.kind](context, platform, fetchSite);
