import { setTimeout as wait } from 'node:timers/promises';
import type { Language } from '@guichet/contract/core/language';
import type { AppContext } from '../../../core/context/appContext.ts';
import { findHold } from '../../../core/queue/queue.service.ts';
import { lacksPublicAddress } from '../../../core/runtime/publicAddress.ts';
import { mailWords } from '../../texts/texts.service.ts';
import { failureWords } from '../causes/failureWords.ts';
import { selectMailByKey } from '../outbox.queries.ts';
import { openMailer } from '../transport/mailer.ts';

/** The delivery state of a mail. `filed`: SMTP_URL is not set, so the mail is only readable in the outbox. */
export interface MailOutcome {
  readonly state: 'sent' | 'filed' | 'failed' | 'waiting' | 'queued';
  /** Why the mail failed or waits, in the reader's language. */
  readonly reason: string | null;
}

const pauseMilliseconds = 50;

/** Waits up to `milliseconds` for the outcome of the mail with this key; then returns its present state. */
export async function waitForOutcome(
  context: AppContext,
  key: string,
  language: Language,
  milliseconds: number,
): Promise<MailOutcome> {
  const isHeld = (await findHold(context.database.read)) !== undefined;
  const deadline = performance.now() + milliseconds;
  for (;;) {
    const mail = await selectMailByKey(context.database.read, key);
    const reason = failureWords(mail?.lastError ?? null, language);
    if (mail?.state === 'sent')
      return { state: openMailer(context.config).transport === 'files' ? 'filed' : 'sent', reason: null };
    if (mail?.state === 'failed') return { state: 'failed', reason };
    // A mail that could not be delivered is waiting for its next try, with the reason in `last_error`.
    if (reason !== null) return { state: 'waiting', reason };
    if (lacksPublicAddress(context.config))
      return { state: 'waiting', reason: failureWords('noPublicAddress', language) };
    if (isHeld) return { state: 'waiting', reason: mailWords[language].held };
    if (performance.now() > deadline) return { state: 'queued', reason: null };
    await wait(pauseMilliseconds);
  }
}
