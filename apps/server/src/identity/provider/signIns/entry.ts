import { singleStatementTransaction } from '../../../core/audit/audit.service.ts';
import type { AppContext, Identity } from '../../../core/context/appContext.ts';
import { findIdentity } from '../../sessions/sessions.service.ts';
import type { ClientRow } from '../clients/clients.queries.ts';
import { isActing, noting } from './signIns.queries.ts';

/** Whether a person may enter an application: that of a system is for its people. */
export function mayEnter({ roles }: Pick<Identity, 'roles'>, { rolesOf }: Pick<ClientRow, 'rolesOf'>) {
  return rolesOf === null || roles.some(({ systemId }) => (systemId ?? rolesOf) === rolesOf);
}

/**
 * Whether a session of the portal may sign in to an application: it is open and owes no password or second factor, and its
 * owner does not act as somebody else.
 */
export async function goesOn(context: AppContext, sessionId: string, client: Pick<ClientRow, 'rolesOf'>) {
  const { read } = context.database;
  const identity = await findIdentity(context, sessionId);
  if (!identity || identity.isPasswordDue || identity.isFactorDue) return false;
  return mayEnter(identity, client) && !(await isActing(read, identity.sessionId, context.clock.now()));
}

interface SignIn {
  /** The session of the provider, or the index of a session by SAML. */
  readonly providerSession: string;
  readonly clientId: string;
  readonly sessionId: string;
  readonly subject: string;
  readonly nameId: string | null;
}

export async function noteSignIn(context: AppContext, signIn: SignIn): Promise<void> {
  const { providerSession, clientId, sessionId, subject, nameId } = signIn;
  const values = [providerSession, clientId, sessionId, subject, context.clock.now(), nameId];
  await singleStatementTransaction(context, noting, values);
}
