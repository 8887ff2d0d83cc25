import * as endpoints from '@guichet/contract/identity/factors';
import type { Following } from '../../core/audit/audit.service.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as factors from './factors.service.ts';
import * as passkeys from './passkeys/passkeys.ts';
import * as proof from './proof.ts';
import * as totp from './totp/totp.ts';

export function factorsRoutes(serve: Serve, context: AppContext, answerRequests: Following): void {
  serve(endpoints.listFactors, (_request, grant) => factors.listFactors(context, grant));
  serve(endpoints.askForProof, (_request, grant) => proof.askForProof(context, grant));

  serve(endpoints.startTotp, ({ body }, grant) => proof.ifProven(context, grant, body.proof, totp.startTotp));
  serve(endpoints.confirmTotp, ({ body }, grant) => totp.confirmTotp(context, grant, body.code));
  serve(endpoints.removeTotp, ({ body }, grant) =>
    proof.ifProven(context, grant, body.proof, totp.removeTotp),
  );

  serve(endpoints.startPasskey, ({ body }, grant) =>
    proof.ifProven(context, grant, body.proof, passkeys.startPasskey),
  );
  serve(endpoints.addPasskey, ({ body }, grant) => passkeys.addPasskey(context, grant, body));
  serve(endpoints.removePasskey, ({ params, body }, grant) =>
    proof.ifProven(context, grant, body.proof, () =>
      passkeys.removePasskey(context, grant, params.passkeyId),
    ),
  );

  serve(endpoints.makeRecoveryCodes, ({ body }, grant) =>
    proof.ifProven(context, grant, body.proof, factors.makeRecoveryCodes),
  );

  serve(endpoints.resetFactors, ({ params }, grant) =>
    factors.resetFactors(context, grant, params.id, answerRequests),
  );
}
