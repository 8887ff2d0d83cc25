import type { ReturnPathSettings } from '../../../core/runtime/config.ts';
import { DeliveryFailure } from '../transport/transport.ts';

/** Messages in one reading; the next reading follows at once. */
const mostMessages = 200;
/** Bytes read of each message; a report says all in its first parts, before any quoted mail. */
const mostBytes = 256 * 1024;

export interface MessageReader {
  /** Called before a message is fetched; false: the message is not to be read any more. */
  begin(uid: number): Promise<boolean>;
  take(bytes: Uint8Array): Promise<unknown>;
}

/**
 * Hands every unread message to `take`, oldest first, and marks the message as read after `take` has
 * resolved, so that a killed process finds the message again. Resolves to whether there are more.
 * @throws DeliveryFailure if the mailbox cannot be read; errors of `begin` and `take` pass unchanged
 */
export async function readMailbox(
  settings: ReturnPathSettings['mailbox'],
  { begin, take }: MessageReader,
  stop: AbortSignal,
): Promise<boolean> {
  const client = await connect(settings, stop);
  try {
    const unread = await orFail(client.search({ seen: false }, { uid: true }));
    for (const uid of (unread || []).slice(0, mostMessages)) {
      if (stop.aborted) return false;
      if (await begin(uid)) {
        const source = { maxLength: mostBytes };
        const message = await orFail(client.fetchOne(uid, { source }, { uid: true }));
        // No message: somebody has deleted it meanwhile.
        const bytes = message ? message.source : undefined;
        if (bytes) await take(bytes);
      }
      await orFail(client.messageFlagsAdd(uid, ['\\Seen'], { uid: true }));
    }
    await orFail(client.logout());
    return (unread || []).length > mostMessages;
  } finally {
    client.close();
  }
}

/** Tests whether the mailbox opens. @throws DeliveryFailure */
export async function probeMailbox(settings: ReturnPathSettings['mailbox'], stop: AbortSignal) {
  const client = await connect(settings, stop);
  client.close();
}

async function connect(
  { host, port, secure, user, password, folder }: ReturnPathSettings['mailbox'],
  stop: AbortSignal,
) {
  // Loaded only where a mailbox is read.
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    host,
    port,
    secure,
    // `imap:` is only for loopback addresses, which have no certificates.
    doSTARTTLS: false,
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
  });
  // The rejections report errors as well; an error event without a listener would end the process.
  client.on('error', () => undefined);
  const cut = () => client.close();
  stop.addEventListener('abort', cut, { once: true });
  client.once('close', () => stop.removeEventListener('abort', cut));
  try {
    await client.connect();
    await client.mailboxOpen(folder);
    return client;
  } catch (error) {
    client.close();
    throw failureOf(error);
  }
}

async function orFail<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw failureOf(error);
  }
}

/** Keeps the server's reply only: messages of the client may repeat what the portal sent. */
function failureOf(error: unknown): DeliveryFailure {
  const { responseText = null, authenticationFailed = false } = error as {
    responseText?: string | null;
    authenticationFailed?: boolean;
  };
  const isRefusal = authenticationFailed || responseText !== null;
  return new DeliveryFailure(
    'unreachable',
    isRefusal ? 'mailboxRefusesUs' : 'mailboxUnreachable',
    responseText,
  );
}
