import {
  changePassword,
  chooseFirstPassword,
  findLinkState,
  forgotPassword,
  resetPassword,
  verifyToken,
} from '@guichet/contract/identity/account';
import {
  confirmAddress,
  confirmEmail,
  confirmOwnAddress,
  findConfirmation,
} from '@guichet/contract/identity/account.confirmation';
import {
  checkEmailAvailable,
  checkPassword,
  createUser,
  updatePassword,
} from '@guichet/contract/identity/account.given';
import {
  askOwnAddress,
  changeOwnLanguage,
  changeOwnName,
  dropOwnAddress,
  findOwnDetails,
} from '@guichet/contract/identity/account.own';
import { correctUser, setRoles } from '@guichet/contract/identity/users.changes';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import { toNetwork } from '../../core/http/sockets/networkAddress.ts';
import { limitFailures } from '../../core/rateLimit/rateLimit.ts';
import { checkProof, ifProven } from '../factors/factors.service.ts';
import { findPasswordFault } from '../users/passwordStrength/refuseWeakPassword.service.ts';
import * as users from '../users/users.service.ts';
import * as account from './account.service.ts';
import * as confirmation from './confirmation/confirmation.ts';
import * as correction from './correction/correction.ts';
import type { Exams } from './exams.ts';
import * as forgotten from './forgotten/forgotten.ts';
import * as given from './given/givenAccounts.ts';
import * as own from './own/ownDetails.ts';

export function accountRoutes(serve: Serve, context: AppContext, exams: Exams): void {
  /** Checks a mail's token, unless this network has sent too many invalid ones. @throws AppError `request.tooMany` */
  const countingGuesses = <T>(address: string, look: () => Promise<T | false>) =>
    limitFailures(context, 'linkGuess', toNetwork(address), look);

  serve(verifyToken, ({ body, address }) =>
    countingGuesses(address, () => account.verifyToken(context, body)),
  );

  serve(findLinkState, async ({ body, address }) => {
    const term = await countingGuesses(address, () => account.findLinkState(context, body));
    if (term) return term;
    const newerAt = await account.findNewerLink(context, body);
    return { state: 'over' as const, ...(newerAt && { newerAt }) };
  });

  serve(resetPassword, ({ body, address }, grant) =>
    countingGuesses(address, () => account.resetPassword(context, grant, body)),
  );

  serve(forgotPassword, ({ body, address }, grant) => forgotten.askForLink(context, grant, body, address));

  serve(changePassword, ({ body }, grant) => account.changePassword(context, grant, body));

  serve(chooseFirstPassword, ({ body }, grant) =>
    account.chooseFirstPassword(context, grant, body.newPassword),
  );

  serve(updatePassword, ({ body }, grant) => given.updatePassword(context, grant, body, exams));

  serve(createUser, ({ body }, grant) => given.createUser(context, grant, body, exams));

  serve(checkPassword, ({ body: { newPassword, userName: email, name: lastName } }, { identity }) => {
    const owner = { email, firstName: '', lastName };
    const isTaken = async () => (await findPasswordFault(context, newPassword, owner)) === null;
    return limitFailures(context, 'linkGuess', identity.userId, isTaken);
  });

  // The route is here for the sake of the proof, which the room of users does not know.
  serve(setRoles, async ({ body: { proof, ...form } }, grant) =>
    users.setRoles(context, grant, form, { isProven: await checkProof(context, grant, proof) }),
  );

  serve(correctUser, ({ body }, grant) => correction.correctUser(context, grant, body, exams));

  serve(findOwnDetails, (_request, grant) => own.findOwnDetails(context, grant));

  serve(changeOwnName, ({ body }, grant) => own.changeOwnName(context, grant, body));

  serve(changeOwnLanguage, ({ body }, grant) => own.changeOwnLanguage(context, grant, body.languageId));

  serve(askOwnAddress, ({ body }, grant) =>
    ifProven(context, grant, body.proof, () => own.askOwnAddress(context, grant, body.email)),
  );

  serve(dropOwnAddress, (_request, grant) => own.dropOwnAddress(context, grant));

  serve(checkEmailAvailable, ({ query }) => given.isEmailAvailable(context.database.read, query.email));

  serve(confirmEmail, async ({ query: { u: userName, t: token }, address }) => {
    const found = await countingGuesses(address, () =>
      confirmation.findConfirmation(context, { userName, token }),
    );
    return found !== false;
  });

  serve(findConfirmation, async ({ body, address }) => {
    const found = await countingGuesses(address, () => confirmation.findConfirmation(context, body));
    return found || { state: 'over' as const, isNewAddress: false, needsPassword: false };
  });

  serve(confirmAddress, async ({ body, address }, grant) => {
    const done = await countingGuesses(address, () => confirmation.confirmAddress(context, grant, body));
    return done || { outcome: 'over' as const };
  });

  serve(confirmOwnAddress, async ({ body, address }, grant) => {
    const done = await countingGuesses(address, () => confirmation.confirmOwnAddress(context, grant, body));
    return done || { outcome: 'over' as const };
  });
}
