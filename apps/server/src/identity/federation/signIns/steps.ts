import { systemTransaction } from '../../../core/audit/audit.service.ts';
import type { AppContext, WriteTx } from '../../../core/context/appContext.ts';
import { decrypt, encrypt } from '../../../core/crypto/encryption.ts';
import { sha256 } from '../../../core/crypto/keys.ts';
import type { BrowserMark } from '../../../core/http/cookies.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import type { Launch } from '../client/lti.ts';
import type { Refused } from '../client/refusal.ts';
import type { Told } from '../client/told.ts';
import * as queries from './signIns.queries.ts';

/** How long somebody may take at the provider, or to confirm that an account is theirs. */
export const stepSeconds = 60 * 60;

/** The facts that each step of a sign-in keeps. */
interface Facts {
  /** For SAML the nonce is the id of the request. `frame`: the secret of the page in a course that waits for a choice. */
  asked: { readonly nonce: string; readonly verifier: string; readonly frame?: string | null };
  answered:
    | { readonly told: Told; readonly refusal: null; readonly launch?: Launched | null }
    | { readonly told: null; readonly refusal: Refused };
  /** Somebody has come by the link of a course. */
  launched: Launched;
  /** The form that returns to a course with the exam that was chosen. */
  chosen: { readonly address: string; readonly jwt: string };
  unmatched: Omit<Told, 'email'> & {
    /** The account here with the address that the provider tells; null for none. */
    readonly userId: number | null;
  };
}

export type Launched = Launch & { readonly frame: string | null };

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
  const now = context.clock.now();
  const row = {
    id,
    step,
    browser_hash: sha256(browser),
    provider_id: providerId,
    encrypted_facts: encryptFacts(context, step, id, facts),
  };
  await systemTransaction(context, (tx) =>
    queries.storeSignIn(tx, { ...row, begun_at: now, expires_at: secondsAfter(now, stepSeconds) }),
  );
}

/** A step of this browser; `over` when its time is over or it was taken, `otherBrowser` without the right cookie. */
export async function findStep<S extends queries.Step>(
  context: AppContext,
  step: S,
  id: string,
  { shown }: Pick<BrowserMark, 'shown'>,
) {
  const row = await queries.selectSignIn(context.database.read, step, id, context.clock.now());
  if (!row) return 'over';
  if (shown === null || !sha256(shown).equals(row.browserHash)) return 'otherBrowser';
  const { providerId, begunAt, encryptedFacts } = row;
  return { providerId, begunAt, ...decryptFacts(context, step, id, encryptedFacts) };
}

/** The step with this secret, whichever browser brings it; null when the time is over or another has taken it. */
export async function findStepAnywhere<S extends queries.Step>(context: AppContext, step: S, secret: string) {
  const id = hashState(secret);
  const row = await queries.selectSignIn(context.database.read, step, id, context.clock.now());
  return row ? { providerId: row.providerId, ...decryptFacts(context, step, id, row.encryptedFacts) } : null;
}

/** Goes on from what was asked to its answer, once and in the same browser; false when another request has. */
export function moveToAnswered(
  context: AppContext,
  tx: WriteTx,
  { from, to, facts }: { readonly from: string; readonly to: string; readonly facts: Facts['answered'] },
): Promise<boolean> {
  const encrypted_facts = encryptFacts(context, 'answered', to, facts);
  return queries.updateSignIn(tx, from, { id: to, step: 'answered', encrypted_facts });
}

/** Stored in place of a state, which is a secret of the browser. */
export function hashState(state: string): string {
  return sha256(state).toString('base64url');
}

function encryptFacts<S extends queries.Step>(
  { clock, keys }: AppContext,
  step: S,
  id: string,
  facts: Facts[S],
): string {
  return encrypt(clock, keys.derive('federation'), JSON.stringify(facts), `${step}:${id}`);
}

function decryptFacts<S extends queries.Step>(
  { keys }: AppContext,
  step: S,
  id: string,
  encrypted: string,
): Facts[S] {
  return JSON.parse(decrypt(keys.derive('federation'), encrypted, `${step}:${id}`));
}
