import type { Application, ClientFault } from '@guichet/contract/identity/provider.clients';
import { singleStatementTransaction } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import { findFault, reasonIn } from '../../saml/saml.service.ts';
import { type ClientRow, notingRefusal, notingSignOut } from './clients.queries.ts';

/** Notes the last request of an application that was refused; the next sign-in there takes it away. */
export async function noteRefusal(
  context: AppContext,
  clientId: string,
  { why, detail }: { readonly why: ClientFault; readonly detail: string | null },
): Promise<void> {
  const now = context.clock.now();
  const refusal = JSON.stringify({ at: now, why, detail: reasonIn(detail) });
  const since = secondsAfter(now, -60).toISOString();
  await singleStatementTransaction(context, notingRefusal, [clientId, refusal, since]);
}

/** Notes that an application could not be told of a sign-out; `error` null: it was told. */
export async function noteSignOut(
  context: AppContext,
  clientId: string,
  error: (Error & { readonly response?: Response }) | null,
): Promise<void> {
  const failure = error && { at: context.clock.now(), ...findingOf(error) };
  await singleStatementTransaction(context, notingSignOut, [clientId, failure && JSON.stringify(failure)]);
}

function findingOf(error: Error & { readonly response?: Response }) {
  const { message, response } = error;
  if (response) return { fault: 'status', detail: String(response.status) };
  return findFault(error) ?? { fault: null, detail: reasonIn(message) };
}

export function readTroubles({ lastRefusal, signOutFailure }: ClientRow) {
  return { lastRefusal: dated(lastRefusal), signOutFailure: dated(signOutFailure) } as unknown as Pick<
    Application,
    'lastRefusal' | 'signOutFailure'
  >;
}

/** A stored trouble with its moment. */
export function dated(stored: unknown) {
  const trouble = stored as { readonly at: string } | null;
  return trouble && { ...trouble, at: new Date(trouble.at) };
}
