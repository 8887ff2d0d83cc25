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
import type { House } from '../platform/house.ts';
import type { Serve } from '../platform/serve.ts';
import * as factors from './factors.service.ts';
import { ifProven } from './proof.ts';

export function factorsRoutes(serve: Serve, house: House): void {
  serve(listFactors, (_request, grant) => factors.listFactors(house, grant));
  serve(askForProof, (_request, grant) => factors.askForProof(house, grant));

  serve(startTotp, ({ body }, grant) =>
    ifProven(house, grant, body.proof, () => factors.startTotp(house, grant)),
  );
  serve(confirmTotp, ({ body }, grant) => factors.confirmTotp(house, grant, body.code));
  serve(removeTotp, ({ body }, grant) =>
    ifProven(house, grant, body.proof, () => factors.removeTotp(house, grant)),
  );

  serve(startPasskey, ({ body }, grant) =>
    ifProven(house, grant, body.proof, () => factors.startPasskey(house, grant)),
  );
  serve(addPasskey, ({ body }, grant) => factors.addPasskey(house, grant, body));
  serve(removePasskey, ({ params, body }, grant) =>
    ifProven(house, grant, body.proof, () => factors.removePasskey(house, grant, params.passkeyId)),
  );

  serve(makeRecoveryCodes, ({ body }, grant) =>
    ifProven(house, grant, body.proof, () => factors.makeRecoveryCodes(house, grant)),
  );

  serve(resetFactors, ({ params }, grant) => factors.resetFactors(house, grant, params.id));
}
