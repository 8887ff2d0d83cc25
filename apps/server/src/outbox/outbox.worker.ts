import { setTimeout as wait } from 'node:timers/promises';
import { systemTransaction } from '../audit/audit.service.ts';
import type { AppContext } from '../platform/appContext.ts';
import type { LeasedMail, Settlement } from './delivery.queries.ts';
import { releaseAllLeases } from './delivery.queries.ts';
import { deliver, failedSettlement, sentSettlement } from './delivery.ts';
import { DeliveryFailure } from './deliveryFailure.ts';
import { Depot } from './depot.ts';
import { Gate } from './gate.ts';
import type { Lane } from './lane.ts';
import { Ledger } from './ledger.ts';
import { openMailer } from './mailer.ts';
import { MailingCache } from './mailingCache.ts';
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
  const scout = mailer.openLane();
  const lanes = Array.from({ length: mailer.laneCount }, () => mailer.openLane());
  const by = context.clock.uuid();
  // What a stop breaks off says nothing of the mail server.
  const tell = (failure: DeliveryFailure) => {
    if (!stopping.signal.aborted) noteTrouble(context, failure);
  };
  const reach = () => isReachable(context, scout, heed, tell);
  const heed: Heed = (work) => heeded(work, silenceSeconds * secondMs, tell);
  const gate = new Gate(reach, stopping.signal, secondMs);
  const mailings = new MailingCache(context);
  const ledger = new Ledger(context, by);
  const onIdle = () => {
    for (const lane of lanes) lane.rest();
    mailings.clear();
  };
  const depot = new Depot(context, by, { gate, ledger, stop: stopping.signal, onIdle });
  const post: Post = { context, gate, mailings, ledger, depot, heed, tell };
  const running = openUp(post, reach).then(() => Promise.all(lanes.map((lane) => sendAll(post, lane))));

  return {
    async stop() {
      stopping.abort();
      await within(stopMilliseconds, running);
      for (const lane of [scout, ...lanes]) lane.cut();
      await within(cutMilliseconds, Promise.all([running, depot.close()]));
    },
  };
}

interface Post {
  readonly context: AppContext;
  readonly gate: Gate;
  readonly mailings: MailingCache;
  readonly ledger: Ledger;
  readonly depot: Depot;
  readonly heed: Heed;
  /** Says to everybody why no mail leaves. */
  readonly tell: (failure: DeliveryFailure) => void;
}

/** Watches over work with the mail server, and tells when it does not answer. */
type Heed = <T>(work: Promise<T>) => Promise<T>;

async function openUp({ context, gate }: Post, reach: () => Promise<boolean>): Promise<void> {
  // Only one process can have an embedded database open: what is leased there was leased by one that died.
  if (context.database.kind === 'embedded') await systemTransaction(context, releaseAllLeases);
  if (!(await reach())) gate.noteUnreachable();
}

async function isReachable(
  context: AppContext,
  scout: Lane,
  heed: Heed,
  tell: Post['tell'],
): Promise<boolean> {
  try {
    await heed(scout.probe());
    forgetTrouble(context);
    return true;
  } catch (error) {
    tell(error as DeliveryFailure);
    return false;
  } finally {
    scout.rest();
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

async function sendAll(post: Post, lane: Lane): Promise<void> {
  for (;;) {
    const mail = await post.depot.take();
    if (!mail) return;
    await post.ledger.settle(await send(post, lane, mail));
    post.depot.done(mail);
  }
}

async function send(post: Post, lane: Lane, mail: LeasedMail): Promise<Settlement> {
  const { context, gate } = post;
  try {
    await post.heed(deliver(context, post.mailings, lane, mail));
    gate.noteAnswer();
    return sentSettlement(context, mail);
  } catch (error) {
    const failure = error as DeliveryFailure;
    if (failure.kind === 'never') gate.noteAnswer();
    if (failure.kind === 'later' && gate.noteDeferral()) post.tell(failure);
    if (failure.kind === 'unreachable') {
      context.log.warn({ reason: failure.reason, reply: failure.reply }, 'outbox: no mail can leave now');
      post.tell(failure);
      gate.noteUnreachable();
      await post.depot.giveBack();
    }
    return failedSettlement(context, mail, failure);
  }
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, wait(milliseconds, undefined, { ref: false })]);
}
