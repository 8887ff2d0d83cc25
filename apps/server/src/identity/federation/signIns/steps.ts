import { systemTransaction } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import { decrypt, encrypt } from '../../../core/crypto/encryption.ts';
import { sha256 } from '../../../core/crypto/keys.ts';
import type { BrowserMark } from '../../../core/http/cookies.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import * as queries from './signIns.queries.ts';

/** How long somebody may take at the provider, or to confirm that an account is theirs. */
export const stepSeconds = 60 * 60;

/** The facts that each step of a sign-in keeps. */
interface Facts {
  asked: { readonly nonce: string; readonly verifier: string };
  unmatched: {
    readonly subject: string;
    readonly accountName: string;
    readonly session: string | null;
    readonly isMultiFactor: boolean;
    /** The account here with the address that the provider tells; null for none. */
    readonly userId: number | null;
  };
}

const secret = /^[\w-]{43}$/;

/** The secret of a browser, which it keeps for all its sign-ins under way, also in several tabs. */
export function markBrowser({ clock }: AppContext, mark: BrowserMark): string {
  const known = mark.shown !== null && secret.test(mark.shown) ? mark.shown : null;
  const browser = known ?? clock.randomBytes(32).toString('base64url');
  mark.give(browser, stepSeconds);
  return browser;
}

/** Keeps a step in the database, so that any process can go on with it, in this browser alone. */
export async function keepStep<S extends queries.Step>(
  context: AppContext,
  step: S,
  { id, browser, providerId, facts }: { id: string; browser: string; providerId: string; facts: Facts[S] },
): Promise<void> {
  const { clock, keys } = context;
  const now = clock.now();
  const encrypted = encrypt(clock, keys.derive('federation'), JSON.stringify(facts), `${step}:${id}`);
  const row = {
    id,
    step,
    browser_hash: sha256(browser),
    provider_id: providerId,
    encrypted_facts: encrypted,
  };
  await systemTransaction(context, (tx) =>
    queries.insertSignIn(tx, { ...row, begun_at: now, expires_at: secondsAfter(now, stepSeconds) }),
  );
}

/** A step of this browser; `over` when its time is over or it was taken, `otherBrowser` without the right cookie. */
export async function findStep<S extends queries.Step>(
  { clock, database, keys }: AppContext,
  step: S,
  id: string,
  { shown }: Pick<BrowserMark, 'shown'>,
) {
  const row = await queries.selectSignIn(database.read, step, id, clock.now());
  if (!row) return 'over';
  if (shown === null || !sha256(shown).equals(row.browserHash)) return 'otherBrowser';
  const { providerId, begunAt, encryptedFacts } = row;
  const facts = JSON.parse(decrypt(keys.derive('federation'), encryptedFacts, `${step}:${id}`)) as Facts[S];
  return { providerId, begunAt, ...facts };
}
