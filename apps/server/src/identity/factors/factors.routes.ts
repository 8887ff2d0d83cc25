import {
  addPasskey,
  askForProof,
  confirmTotp,
  listFactors,
  makeRecoveryCodes,
  removePasskey,
  removeTotp,
  resetFactors,
  startPasskey,
  startTotp,
} from '@guichet/contract/identity/factors';
import type { Following } from '../../core/audit/audit.service.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as factors from './factors.service.ts';
import * as passkeys from './passkeys/passkeys.ts';
import * as proof from './proof.ts';
import * as totp from './totp/totp.ts';

export function factorsRoutes(serve: Serve, context: AppContext, answerRequests: Following): void {
  serve(listFactors, (_request, grant) => factors.listFactors(context, grant));
  serve(askForProof, (_request, grant) => proof.askForProof(context, grant));

  serve(startTotp, ({ body }, grant) => proof.ifProven(context, grant, body.proof, totp.startTotp));
  serve(confirmTotp, ({ body }, grant) => totp.confirmTotp(context, grant, body.code));
  serve(removeTotp, ({ body }, grant) => proof.ifProven(context, grant, body.proof, totp.removeTotp));

  serve(startPasskey, ({ body }, grant) => proof.ifProven(context, grant, body.proof, passkeys.startPasskey));
  serve(addPasskey, ({ body }, grant) => passkeys.addPasskey(context, grant, body));
  serve(removePasskey, ({ params, body }, grant) =>
    proof.ifProven(context, grant, body.proof, () =>
      passkeys.removePasskey(context, grant, params.passkeyId),
    ),
  );

  serve(makeRecoveryCodes, ({ body }, grant) =>
    proof.ifProven(context, grant, body.proof, factors.makeRecoveryCodes),
  );

  serve(resetFactors, ({ params }, grant) => factors.resetFactors(context, grant, params.id, answerRequests));
}
