import { setTimeout as wait } from 'node:timers/promises';
import { systemTransaction } from '../audit/audit.service.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { CircuitBreaker } from './circuitBreaker.ts';
import type { LeasedMail, Settlement } from './delivery.queries.ts';
import { releaseAllLeases } from './delivery.queries.ts';
import { deliver, failedSettlement, sentSettlement } from './delivery.ts';
import { DeliveryFailure } from './deliveryFailure.ts';
import { openMailer } from './mailer.ts';
import { MailingCache } from './mailingCache.ts';
import { MailPrefetcher } from './mailPrefetcher.ts';
import { SettlementBatcher } from './settlementBatcher.ts';
import type { Transport } from './transport.ts';
import { forgetTrouble, noteTrouble } from './trouble.ts';

/** How long a stop waits for mails that are on their way, and then for what it broke off. */
const stopMilliseconds = 7000;
const cutMilliseconds = 1000;
/** A server that has not answered for so long is told of. */
const silenceSeconds = 15;

export interface OutboxWorker {
  /** Ends after the mails that are on their way; those not begun go back to the queue. */
  stop(): Promise<void>;
}

/**
 * Sends what is in the queue, over several connections at once; any number of processes may do so. Each connection
 * takes its next mail when it is committed that the one before has left. `secondMs` shortens pauses in tests.
 */
export function startOutbox(context: AppContext, secondMs = 1000): OutboxWorker {
  const stopping = new AbortController();
  const mailer = openMailer(context.config);
  const healthProbe = mailer.openTransport();
  const transports = Array.from({ length: mailer.transportCount }, () => mailer.openTransport());
  const by = context.clock.uuid();
  // What a stop breaks off says nothing of the mail server.
  const tell = (failure: DeliveryFailure) => {
    if (!stopping.signal.aborted) noteTrouble(context, failure);
  };
  const reach = () => isReachable(context, healthProbe, heed, tell);
  const heed: Heed = (work) => heeded(work, silenceSeconds * secondMs, tell);
  const circuitBreaker = new CircuitBreaker(reach, stopping.signal, secondMs);
  const mailings = new MailingCache(context);
  const settlementBatcher = new SettlementBatcher(context, by);
  const onIdle = () => {
    for (const transport of transports) transport.rest();
    mailings.clear();
  };
  const prefetcher = new MailPrefetcher(context, by, {
    circuitBreaker,
    settlementBatcher,
    stop: stopping.signal,
    onIdle,
  });
  const post: Post = { context, circuitBreaker, mailings, settlementBatcher, prefetcher, heed, tell };
  const running = openUp(post, reach).then(() =>
    Promise.all(transports.map((transport) => sendAll(post, transport))),
  );

  return {
    async stop() {
      stopping.abort();
      await within(stopMilliseconds, running);
      for (const transport of [healthProbe, ...transports]) transport.cut();
      await within(cutMilliseconds, Promise.all([running, prefetcher.close()]));
    },
  };
}

interface Post {
  readonly context: AppContext;
  readonly circuitBreaker: CircuitBreaker;
  readonly mailings: MailingCache;
  readonly settlementBatcher: SettlementBatcher;
  readonly prefetcher: MailPrefetcher;
  readonly heed: Heed;
  /** Says to everybody why no mail leaves. */
  readonly tell: (failure: DeliveryFailure) => void;
}

/** Watches over work with the mail server, and tells when it does not answer. */
type Heed = <T>(work: Promise<T>) => Promise<T>;

async function openUp({ context, circuitBreaker }: Post, reach: () => Promise<boolean>): Promise<void> {
  // Only one process can have an embedded database open: what is leased there was leased by one that died.
  if (context.database.kind === 'embedded') await systemTransaction(context, releaseAllLeases);
  if (!(await reach())) circuitBreaker.noteUnreachable();
}

async function isReachable(
  context: AppContext,
  healthProbe: Transport,
  heed: Heed,
  tell: Post['tell'],
): Promise<boolean> {
  try {
    await heed(healthProbe.probe());
    forgetTrouble(context);
    return true;
  } catch (error) {
    tell(error as DeliveryFailure);
    return false;
  } finally {
    healthProbe.rest();
  }
}

/** A server may take its time, ten minutes for a mail; people are told sooner what they wait for. */
async function heeded<T>(work: Promise<T>, milliseconds: number, tell: Post['tell']): Promise<T> {
  const silence = () => tell(new DeliveryFailure('unreachable', 'serverSilent'));
  const timer = setTimeout(silence, milliseconds);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

async function sendAll(post: Post, transport: Transport): Promise<void> {
  for (;;) {
    const mail = await post.prefetcher.take();
    if (!mail) return;
    await post.settlementBatcher.settle(await send(post, transport, mail));
    post.prefetcher.done(mail);
  }
}

async function send(post: Post, transport: Transport, mail: LeasedMail): Promise<Settlement> {
  const { context, circuitBreaker } = post;
  try {
    await post.heed(deliver(context, post.mailings, transport, mail));
    circuitBreaker.noteAnswer();
    return sentSettlement(context, mail);
  } catch (error) {
    const failure = error as DeliveryFailure;
    if (failure.kind === 'never') circuitBreaker.noteAnswer();
    if (failure.kind === 'later' && circuitBreaker.noteDeferral()) post.tell(failure);
    if (failure.kind === 'unreachable') {
      context.log.warn({ reason: failure.reason, reply: failure.reply }, 'outbox: no mail can leave now');
      post.tell(failure);
      circuitBreaker.noteUnreachable();
      await post.prefetcher.release();
    }
    return failedSettlement(context, mail, failure);
  }
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, wait(milliseconds, undefined, { ref: false })]);
}
