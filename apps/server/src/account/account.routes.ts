import {
  changePassword,
  chooseFirstPassword,
  findLinkState,
  forgotPassword,
  resetPassword,
  verifyToken,
} from '@guichet/contract/account';
import {
  checkEmailAvailable,
  confirmEmail,
  createUser,
  updatePassword,
} from '@guichet/contract/account.given';
import type { Serve } from '../platform/http/serve.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import * as account from './account.service.ts';
import * as confirmation from './confirmation.ts';
import * as forgotten from './forgotten.ts';
import * as given from './given.ts';
import { countingWrongLinks } from './limits.ts';

export function accountRoutes(serve: Serve, context: AppContext): void {
  serve(verifyToken, ({ body, address }) =>
    countingWrongLinks(context, address, () => account.verifyToken(context, body)),
  );

  serve(findLinkState, async ({ body, address }) => {
    const state = await countingWrongLinks(context, address, () => account.findLinkState(context, body));
    return { state: state || 'over' };
  });

  serve(resetPassword, ({ body, address }, grant) =>
    countingWrongLinks(context, address, () => account.resetPassword(context, grant, body)),
  );

  serve(forgotPassword, ({ body, address }, grant) => forgotten.askForLink(context, grant, body, address));

  serve(changePassword, ({ body }, grant) => account.changePassword(context, grant, body));

  serve(chooseFirstPassword, ({ body }, grant) =>
    account.chooseFirstPassword(context, grant, body.newPassword),
  );

  serve(updatePassword, ({ body }, grant) => given.updatePassword(context, grant, body));

  serve(createUser, ({ body }, grant) => given.createUser(context, grant, body));

  serve(checkEmailAvailable, ({ query }) => given.isEmailAvailable(context.database.read, query.email));

  serve(confirmEmail, ({ query, address }, grant) =>
    countingWrongLinks(context, address, () => confirmation.confirmEmail(context, grant, query)),
  );
}
