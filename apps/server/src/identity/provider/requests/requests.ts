import type { ApplicationSignIn, Refusal } from '@guichet/contract/identity/provider';
import { record, write } from '../../../core/audit/audit.service.ts';
import type { AppContext, SignedInGrant, WriteTx } from '../../../core/context/appContext.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { getSystem } from '../../../systems/system/systems.service.ts';
import { type ClientRow, selectClient, selectOpened } from '../clients/clients.queries.ts';
import { openProvider } from '../openid/openid.ts';
import { lifetimes, multiFactor, singleFactor } from '../openid/terms.ts';
import { deleteProviderSessions } from '../records/records.queries.ts';
import { signInAddress } from '../saml/addresses.ts';
import { findAsked as findSamlAsked } from '../saml/signIns.ts';
import { mayEnter } from '../signIns/entry.ts';
import { selectApplications, selectSession } from '../signIns/signIns.queries.ts';

/** How each second factor is called (RFC 8176); a passkey replaces the password, and so does a sign-in by another provider. */
const methods = {
  totp: ['pwd', 'otp', 'mfa'],
  recoveryCode: ['pwd', 'kba', 'mfa'],
  passkey: ['hwk', 'user', 'mfa'],
  provider: ['mfa'],
} as const;

/**
 * Answers the request of an application with the caller's session. `shown` is the cookie of the browser:
 * without it anybody could have another person answer a request of theirs.
 * @throws AppError `openid.requestOver`
 */
export async function answerRequest(
  context: AppContext,
  grant: SignedInGrant,
  { request, shown }: { readonly request: string; readonly shown: string | null },
): Promise<ApplicationSignIn> {
  if (shown !== request) throw new AppError('openid.requestOver');
  const asked = (await findSamlAsked(context, request)) ?? (await findOpenIdAsked(context, request));
  if (!asked) throw new AppError('openid.requestOver');
  const { client, address } = asked;
  const { identity } = grant;
  const session = await selectSession(context.database.read, identity.sessionId);
  const application = client.name;
  if (asked.isTooOld(session.startedAt)) return { outcome: 'signInAgain', application };
  const lack = await asked.findLack(session.factor !== null, identity.userId);
  const why = mayEnter(identity, client) ? lack : 'role';
  await write(context, grant, async (tx) => {
    await asked.settle(tx, why, { ...session, sessionId: identity.sessionId });
    return record(null, lineOf(client, identity.userId, why === null));
  });
  await asked.finish?.();
  if (why === null) return { outcome: 'goesOn', address };
  const system = client.rolesOf === null ? null : await getSystem(context.database.read, client.rolesOf);
  return { outcome: 'refused', application, why, program: system?.name ?? null, address };
}

type Session = Awaited<ReturnType<typeof selectSession>> & { readonly sessionId: string };

/** A request of OpenID Connect that waits for its answer; null for none. */
async function findOpenIdAsked(context: AppContext, request: string) {
  const { provider } = await openProvider(context);
  const asked = await provider.Interaction.find(request);
  const client = asked && (await selectClient(context.database.read, String(asked.params.client_id)));
  if (!asked || asked.result || !client) return null;
  return {
    client,
    isTooOld: (startedAt: Date) => isTooOld(asked, startedAt),
    findLack: async (): Promise<Refusal | null> => null,
    address: asked.returnTo,
    async settle(tx: WriteTx, why: Refusal | null, session: Session) {
      asked.result = why === null ? loginOf(session) : deniedLogin;
      // Somebody else was signed in here before: their sessions of applications are not this person's.
      const before = asked.session;
      if (before && before.accountId !== session.subject) await deleteProviderSessions(tx, [before.uid]);
      // The session in which it was asked may have ended since, as after a sign-out: the browser is known by its cookie.
      delete (asked as { session?: unknown }).session;
    },
    finish: () => asked.save(lifetimes.Interaction),
  };
}

const deniedLogin = {
  error: 'access_denied',
  error_description: 'the person has no role in the system of this application',
};

function loginOf({ subject, startedAt, factor, isByProvider, sessionId }: Session) {
  const ways: readonly string[] = factor ? methods[factor] : ['pwd'];
  return {
    login: {
      accountId: subject,
      ts: Math.floor(startedAt.getTime() / 1000),
      acr: factor ? multiFactor : singleFactor,
      amr: ways.filter((way) => way !== 'pwd' || !isByProvider),
      remember: false,
    },
    portalSession: sessionId,
  };
}

interface Asked {
  readonly iat: number;
  readonly params: Readonly<Record<string, unknown>>;
  readonly prompt: { readonly reasons: readonly string[] };
}

/** Whether the application asks for a sign-in that is newer than the caller's (`prompt=login`, `max_age`). */
function isTooOld({ iat, params, prompt: { reasons } }: Asked, startedAt: Date): boolean {
  const started = startedAt.getTime() / 1000;
  if (reasons.includes('login_prompt') && started < iat) return true;
  return params.max_age !== undefined && started < iat - Number(params.max_age);
}

function lineOf({ name }: ClientRow, userId: number, isAllowed: boolean) {
  const action = isAllowed ? 'session.enteredApplication' : 'session.applicationRefused';
  return { action, subject: `user:${userId}`, detail: { audience: name } } as const;
}

export function listApplications({ database }: AppContext, { identity }: SignedInGrant) {
  return selectApplications(database.read, identity.sessionId);
}

/** The applications that the caller may enter; none while a super admin acts as the person, since nothing is given to them then. */
export async function listOwnApplications(context: AppContext, { identity }: SignedInGrant) {
  if (identity.actor !== null) return [];
  const opened = await selectOpened(context.database.read);
  const own = opened.filter((client) => mayEnter(identity, client));
  return own.map(({ id, name, homeUri }) => ({
    id,
    name,
    address: homeUri ?? `${signInAddress(context)}/${id}`,
  }));
}
