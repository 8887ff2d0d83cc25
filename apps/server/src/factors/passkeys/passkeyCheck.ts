import type { PasskeyAssertion } from '@guichet/contract/factors.webauthn';
import type { WriteTx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import { readAssertion } from './passkeyAnswers.ts';
import { userHandle } from './passkeyAsks.ts';
import { selectPasskey, takeCounter } from './passkeys.queries.ts';

/** The owner of a valid passkey answer, and how to record its use; null for an invalid answer. */
export async function checkPasskey(context: AppContext, assertion: PasskeyAssertion, challenge: string) {
  const passkey = await selectPasskey(context.database.read, assertion.id);
  if (!passkey) return null;
  const { userHandle: handle } = assertion.response;
  if (handle !== undefined && handle !== userHandle(context, passkey.userId)) return null;
  const counter = await readAssertion(context, passkey, assertion, challenge);
  if (counter === null) return null;
  return {
    userId: passkey.userId,
    take: async (tx: WriteTx) => {
      const isTaken = await takeCounter(tx, passkey.id, counter, context.clock.now());
      if (!isTaken)
        context.log.warn(
          { passkeyId: passkey.id },
          'the counter of a passkey decreased: it may have been cloned',
        );
      return isTaken;
    },
  };
}
