import {
  beginFederatedSignIn,
  completeFederatedSignIn,
  confirmIdentityLink,
  findProviderSignOut,
  linkOwnIdentity,
  listOwnIdentities,
  listUserIdentities,
  mailIdentityLink,
  unlinkOwnIdentity,
  unlinkUserIdentity,
} from '@guichet/contract/identity/federation';
import {
  listProviders,
  removeProvider,
  saveProvider,
  tryProvider,
} from '@guichet/contract/identity/federation.providers';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import { listIdentities, unlink } from './identities/identities.ts';
import * as providers from './providers/providers.ts';
import { tryOut } from './providers/trial.ts';
import { beginSignIn } from './signIns/begin.ts';
import { completeSignIn } from './signIns/complete.ts';
import type { Visitor } from './signIns/enter.ts';
import * as matching from './signIns/matching.ts';
import { findProviderSignOut as findSignOut } from './signOuts/asked.ts';

/** The browser of a request, without its other fields. */
const visitorOf = ({ address, userAgent, device, federation }: Visitor): Visitor => ({
  address,
  userAgent,
  device,
  federation,
});

export function federationRoutes(serve: Serve, context: AppContext): void {
  serve(beginFederatedSignIn, ({ params, body, ...request }) =>
    beginSignIn(context, params.providerId, body, visitorOf(request)),
  );

  serve(completeFederatedSignIn, ({ params, body, ...request }, grant) =>
    completeSignIn(context, grant, { ...params, ...body }, visitorOf(request)),
  );

  serve(findProviderSignOut, (_request, grant) => findSignOut(context, grant));

  serve(mailIdentityLink, ({ params, federation }, grant) =>
    matching.mailLink(context, grant, params.match, { federation }),
  );

  serve(confirmIdentityLink, ({ body, ...request }, grant) =>
    matching.confirmLink(context, grant, body, visitorOf(request)),
  );

  serve(linkOwnIdentity, ({ params, federation }, grant) =>
    matching.linkOwn(context, grant, params.match, { federation }),
  );

  serve(listOwnIdentities, (_request, { identity }) => listIdentities(context, identity.userId));

  serve(unlinkOwnIdentity, ({ params }, grant) =>
    unlink(context, grant, params.identityId, grant.identity.userId),
  );

  serve(listUserIdentities, ({ params }) => listIdentities(context, params.id));

  serve(unlinkUserIdentity, ({ params }, grant) => unlink(context, grant, params.identityId, null));

  serve(listProviders, () => providers.describeProviders(context));

  serve(saveProvider, ({ params, body }, grant) =>
    providers.saveProvider(context, grant, params.providerId, body),
  );

  serve(tryProvider, ({ params, body }) => tryOut(context, params.providerId, body));

  serve(removeProvider, ({ params }, grant) => providers.removeProvider(context, grant, params.providerId));
}
