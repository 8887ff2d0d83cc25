import type { ApplicationSignIn } from '@guichet/contract/identity/provider';
import { record, write } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { SignedInGrant } from '../../../core/http/grant.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { type ClientRow, selectClient } from '../clients/clients.queries.ts';
import { lifetimes, multiFactor, singleFactor } from '../openid/configuration.ts';
import { openProvider } from '../openid/openid.ts';
import { deleteProviderSessions } from '../records/records.queries.ts';
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
  const { provider } = await openProvider(context);
  const { read } = context.database;
  const asked = await provider.Interaction.find(request);
  const client = asked && (await selectClient(read, String(asked.params.client_id)));
  if (!asked || asked.result || !client) throw new AppError('openid.requestOver');
  const { identity } = grant;
  const session = await selectSession(read, identity.sessionId);
  if (isTooOld(asked, session.startedAt)) return { outcome: 'signInAgain', application: client.name };
  const isAllowed = mayEnter(identity, client);
  const ways: readonly string[] = session.factor ? methods[session.factor] : ['pwd'];
  asked.result = isAllowed
    ? {
        login: {
          accountId: session.subject,
          ts: Math.floor(session.startedAt.getTime() / 1000),
          acr: session.factor ? multiFactor : singleFactor,
          amr: ways.filter((way) => way !== 'pwd' || !session.isByProvider),
          remember: false,
        },
        portalSession: identity.sessionId,
      }
    : {
        error: 'access_denied',
        error_description: 'the person has no role in the system of this application',
      };
  await write(context, grant, async (tx) => {
    // Somebody else was signed in here before: their sessions of applications are not this person's.
    const before = asked.session;
    if (before && before.accountId !== session.subject) {
      await deleteProviderSessions(tx, [before.uid]);
      delete (asked as { session?: unknown }).session;
    }
    return record(null, lineOf(client, identity.userId, isAllowed));
  });
  await asked.save(lifetimes.Interaction);
  if (isAllowed) return { outcome: 'goesOn', address: asked.returnTo };
  return { outcome: 'refused', application: client.name, address: asked.returnTo };
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

/** The applications that the caller's session has signed in to. */
export function listApplications({ database }: AppContext, { identity }: SignedInGrant) {
  return selectApplications(database.read, identity.sessionId);
}
