import type { ClientFault } from '@guichet/contract/identity/provider.clients';
import type { errors, KoaContextWithOIDC } from 'oidc-provider';
import type { AppContext } from '../../../core/context/appContext.ts';
import { reasonIn } from '../../saml/saml.service.ts';
import { noteRefusal } from '../clients/troubles.ts';

type Refused = Partial<errors.OIDCProviderError> & { readonly scope?: string };

/** The fault that an application has to mend for its request to be followed; null where the fault, or the application, is not known. */
export function findClientFault({ oidc }: KoaContextWithOIDC, refused: Refused) {
  const { error, error_description: words, error_detail: detail = null, scope = null } = refused;
  if (!oidc?.client) return null;
  const found = (why: ClientFault, detail: string | null) => ({ why, detail: reasonIn(detail) });
  switch (error) {
    case 'invalid_scope':
      return found('scope', scope);
    case 'invalid_redirect_uri':
      return found('redirectUri', String(oidc.params?.redirect_uri));
    case 'invalid_client':
      return found('secret', detail);
    default:
      return error === 'invalid_request' && words?.includes('PKCE') ? found('pkce', null) : null;
  }
}

/** Tells whoever runs the application and the portal of a refusal: in the log, and where the application is registered. */
export async function noteRefused(context: AppContext, ctx: KoaContextWithOIDC, refused: Refused) {
  const fault = findClientFault(ctx, refused);
  const { client } = ctx.oidc;
  if (!fault || !client) return;
  const { error, error_description: reason } = refused;
  // Queries are never logged.
  const [detail] = fault.detail?.split('?', 1) ?? [];
  const application = client.clientName;
  context.log.warn({ application, error, reason, detail }, 'a request of an application was refused');
  await noteRefusal(context, client.clientId, fault);
}
