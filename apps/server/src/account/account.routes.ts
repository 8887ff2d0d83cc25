import {
  changePassword,
  chooseFirstPassword,
  forgotPassword,
  resetPassword,
  verifyToken,
} from '@guichet/contract/account';
import type { House } from '../platform/house.ts';
import type { Serve } from '../platform/serve.ts';
import * as account from './account.service.ts';

export function accountRoutes(serve: Serve, house: House): void {
  serve(verifyToken, ({ body }) => account.verifyToken(house, body));

  serve(resetPassword, ({ body }, grant) => account.resetPassword(house, grant, body));

  serve(forgotPassword, ({ body, address }, grant) => account.askForLink(house, grant, body, address));

  serve(changePassword, ({ body }, grant) => account.changePassword(house, grant, body));

  serve(chooseFirstPassword, ({ body }, grant) =>
    account.chooseFirstPassword(house, grant, body.newPassword),
  );
}
