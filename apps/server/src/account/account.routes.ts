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
import type { House } from '../platform/house.ts';
import type { Serve } from '../platform/serve.ts';
import * as account from './account.service.ts';
import * as confirmation from './confirmation.ts';
import * as given from './given.ts';
import { countingWrongLinks } from './limits.ts';

export function accountRoutes(serve: Serve, house: House): void {
  serve(verifyToken, ({ body, address }) =>
    countingWrongLinks(house, address, () => account.verifyToken(house, body)),
  );

  serve(findLinkState, async ({ body, address }) => {
    const state = await countingWrongLinks(house, address, () => account.findLinkState(house, body));
    return { state: state || 'over' };
  });

  serve(resetPassword, ({ body, address }, grant) =>
    countingWrongLinks(house, address, () => account.resetPassword(house, grant, body)),
  );

  serve(forgotPassword, ({ body, address }, grant) => account.askForLink(house, grant, body, address));

  serve(changePassword, ({ body }, grant) => account.changePassword(house, grant, body));

  serve(chooseFirstPassword, ({ body }, grant) =>
    account.chooseFirstPassword(house, grant, body.newPassword),
  );

  serve(updatePassword, ({ body }, grant) => given.updatePassword(house, grant, body));

  serve(createUser, ({ body }, grant) => given.createUser(house, grant, body));

  serve(checkEmailAvailable, ({ query }) => given.isEmailAvailable(house.database.read, query.email));

  serve(confirmEmail, ({ query, address }, grant) =>
    countingWrongLinks(house, address, () => confirmation.confirmEmail(house, grant, query)),
  );
}
