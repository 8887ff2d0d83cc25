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
} from '@guichet/contract/factors';
import type { Serve } from '../platform/http/serve.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import * as factors from './factors.service.ts';
import { ifProven } from './proof.ts';

export function factorsRoutes(serve: Serve, context: AppContext): void {
  serve(listFactors, (_request, grant) => factors.listFactors(context, grant));
  serve(askForProof, (_request, grant) => factors.askForProof(context, grant));

  serve(startTotp, ({ body }, grant) =>
    ifProven(context, grant, body.proof, () => factors.startTotp(context, grant)),
  );
  serve(confirmTotp, ({ body }, grant) => factors.confirmTotp(context, grant, body.code));
  serve(removeTotp, ({ body }, grant) =>
    ifProven(context, grant, body.proof, () => factors.removeTotp(context, grant)),
  );

  serve(startPasskey, ({ body }, grant) =>
    ifProven(context, grant, body.proof, () => factors.startPasskey(context, grant)),
  );
  serve(addPasskey, ({ body }, grant) => factors.addPasskey(context, grant, body));
  serve(removePasskey, ({ params, body }, grant) =>
    ifProven(context, grant, body.proof, () => factors.removePasskey(context, grant, params.passkeyId)),
  );

  serve(makeRecoveryCodes, ({ body }, grant) =>
    ifProven(context, grant, body.proof, () => factors.makeRecoveryCodes(context, grant)),
  );

  serve(resetFactors, ({ params }, grant) => factors.resetFactors(context, grant, params.id));
}
