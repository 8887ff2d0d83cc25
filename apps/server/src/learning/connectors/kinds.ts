import type { PlatformKind } from '@guichet/contract/learning/learning.platforms';
import type { AppContext } from '../../core/context/appContext.ts';
import { parseHomePage } from '../../core/runtime/brightspaceSettings.ts';
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
  moodle(context, { address: url, credentials, semesterId, templateId, studentRole, ...times }, fetchSite) {
    const ids = { category: semesterId, template: templateId, role: studentRole };
    return openMoodle(context, { url, token: credentials.token ?? '', ...ids, ...times }, fetchSite);
  },
  brightspace(
    context,
    { address: url, credentials, semesterId, templateId, studentRole, ...times },
    fetchSite,
  ) {
    const { clientId = '', clientSecret = '', refreshToken = '', wayIn } = credentials;
    const { tokenUrl } = context.config.brightspaceSignIn;
    const registration = {
      tokenUrl,
      clientId,
      clientSecret,
      refreshToken,
      wayIn: wayIn || parseHomePage(url),
    };
    const ids = { semester: semesterId, template: templateId, role: studentRole };
    return openBrightspace(context, { url, ...registration, ...ids, ...times }, fetchSite);
  },
};

export const openRegistered: Open = (context, platform, fetchSite) =>
  kinds[platform.kind](context, platform, fetchSite);
