import type { AppContext } from '../../../core/context/appContext.ts';
import {
  type JobHandler,
  type JobResult,
  noteOutage,
  openQueue,
  type Queue,
} from '../../../core/queue/queue.service.ts';
import { makeBatchLoader } from '../../../core/runtime/concurrency/batchLoader.ts';
import { isSenderFault } from '../causes/failureWords.ts';
import { type Attachment, composeMail, type ExamFilesMaker, type ExamOfMail } from '../render/composeMail.ts';
import type { Logo } from '../render/logo.ts';
import type { Mailing, OwnTime } from '../render/mail.ts';
import { selectAttachment, selectLogo, selectMailing, selectOwnTimes } from '../render/mailing.queries.ts';
import { encryptionKeys } from '../render/mailSecrets.ts';
import { hasOwnTime, isOfOwnTime } from '../render/ownEndNote.ts';
import { renderMail } from '../render/renderMail.ts';
import { makeReturnPath } from '../returnPath/returnPath.ts';
import { openMailer } from '../transport/mailer.ts';
import { DeliveryFailure, storedFailure, type Transport } from '../transport/transport.ts';
import { type MailJob, mailJobs } from './mailJobs.queries.ts';
import { openHastening, openLimitToOne } from './sendTimes.ts';

/** How long a mail waits for an account to be confirmed before the next look. */
const handedOverSeconds = 60 * 60;
/** A server that has not answered for this long is reported as a problem. */
const silenceSeconds = 15;
/** For how long a known refusal of the sender is not logged again. */
const refusalSilenceSeconds = 60 * 60;
const mostAtOnce = 50;

/** Starts the worker that sends queued mails over several connections. `secondMs` shortens test backoff. */
export function startOutbox(
  context: AppContext,
  secondMs = 1000,
  openExamFiles?: (context: AppContext) => ExamFilesMaker,
): Queue {
  const queue = openQueue(
    context,
    [mailHandler(context, silenceSeconds * secondMs, openExamFiles?.(context))],
    secondMs,
  );
  queue.start();
  return queue;
}

/** The facts that are read for each mail; mails that leave at the same moment share a statement. */
interface MailFacts {
  readonly mailings: MailingCache;
  readonly findOwnTime: (mailId: number) => Promise<OwnTime | undefined>;
  readonly makeExamFiles: ExamFilesMaker | undefined;
}

function mailHandler(
  context: AppContext,
  silenceMilliseconds: number,
  makeExamFiles?: ExamFilesMaker,
): JobHandler<MailJob> {
  const mailer = openMailer(context.config);
  const outcome = mailer.transport === 'files' ? 'filed' : undefined;
  const healthProbe = mailer.openTransport();
  const transports = Array.from({ length: mailer.transportCount }, () => mailer.openTransport());
  const facts: MailFacts = {
    mailings: openMailingCache(context),
    findOwnTime: makeBatchLoader((mailIds) => selectOwnTimes(context, mailIds)),
    makeExamFiles,
  };
  const findSecondsToWait = openLimitToOne(context);
  const hasten = openHastening(context);
  const warnOfRefusal = openRefusalLog(context);

  /** Reports a server that is silent for `silenceSeconds`; the mail itself may take up to ten minutes. */
  async function watched(work: Promise<void>, stop: AbortSignal): Promise<DeliveryFailure | null> {
    const silence = storedFailure(new DeliveryFailure('unreachable', 'serverSilent'));
    const timer = setTimeout(() => {
      if (!stop.aborted) noteOutage(context, 'mailServer', { reason: silence });
    }, silenceMilliseconds);
    try {
      await work;
      return null;
    } catch (error) {
      return error as DeliveryFailure;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    table: mailJobs,
    slots: transports.length,
    claimAtOnce: mostAtOnce,
    async handle([mail], slot, stop) {
      const withheld = await findWithheld(context, facts, mail);
      if (withheld) return { results: [withheld] };
      const afterSeconds = await findSecondsToWait(mail);
      if (afterSeconds > 0) return { results: [{ kind: 'postponed', afterSeconds, reason: 'manyToOne' }] };
      const sending = deliver(context, facts, transports[slot] as Transport, mail);
      const failure = await watched(sending, stop);
      const isAway = failure?.kind === 'unreachable';
      const result: JobResult = failure ? resultOf(failure) : { kind: 'done', outcome };
      if (failure) warnOfRefusal(failure);
      await hasten(result);
      return {
        results: [result],
        unavailable: isAway ? { reason: storedFailure(failure) } : null,
      };
    },
    async probe(stop) {
      const cut = () => healthProbe.cut();
      stop.addEventListener('abort', cut);
      const failure = await watched(healthProbe.probe(), stop);
      stop.removeEventListener('abort', cut);
      healthProbe.rest();
      return failure && { reason: storedFailure(failure) };
    },
    onIdle() {
      for (const transport of transports) transport.rest();
      facts.mailings.clear();
    },
    abort() {
      for (const transport of [healthProbe, ...transports]) transport.cut();
    },
  };
}

/** The result for a mail that tells only its reader's own time, on a handed-over account; else null. */
async function findWithheld(
  context: AppContext,
  { mailings, findOwnTime }: MailFacts,
  { id, mailingId }: MailJob,
): Promise<JobResult | null> {
  const sheet = await mailings.get(mailingId).catch(() => null);
  const own = sheet && isOfOwnTime(sheet.mailing.html) ? await findOwnTime(id) : null;
  if (!own?.isHandedOver) return null;
  const reason = 'accountHandedOver';
  if ((own.hours.endDate || own.hours.examDate) < context.clock.today()) return { kind: 'failed', reason };
  return { kind: 'postponed', afterSeconds: handedOverSeconds, reason };
}

/** Renders a mail, with its secret link if any, and hands it to the transport. @throws DeliveryFailure */
async function deliver(
  context: AppContext,
  { mailings, findOwnTime, makeExamFiles }: MailFacts,
  transport: Transport,
  mail: MailJob,
): Promise<void> {
  try {
    const { mailing, attachment, logo } = await mailings.get(mail.mailingId);
    const site = { publicUrl: context.config.publicUrl, keys: encryptionKeys(context) };
    const ownTime = hasOwnTime(mailing.html) ? ((await findOwnTime(mail.id)) ?? null) : null;
    const rendered = renderMail(mailing, { ...mail, ownTime }, site, context.clock.now());
    const { userId, examId, systemId } = mail;
    const files = mailing.variables.calendarFile;
    const isAsked = files && userId !== null && examId !== null && systemId !== null;
    const from = { ...rendered.from, ...(rendered.replyTo && { address: rendered.replyTo }) };
    const of = { userId, examId, systemId, language: mailing.language, files } as ExamOfMail;
    const calendars = isAsked && makeExamFiles ? await makeExamFiles(of, from) : [];
    const message = composeMail(mail.id, rendered, { attachment, calendars, logo });
    const { returnPath } = context.config;
    await transport.deliver(
      returnPath
        ? { ...message, from: makeReturnPath(returnPath, context.keys, mail), wantsReports: true }
        : message,
    );
  } catch (error) {
    if (error instanceof DeliveryFailure) throw error;
    // A bug of the portal: the next version may be able to send the mail.
    const { message } = error as Error;
    context.log.error({ mailId: mail.id, error: message }, 'outbox: a mail cannot be composed');
    throw new DeliveryFailure('later', 'notComposable');
  }
}

/** Logs that the sender is refused: once for a cause, and again after an hour, since mails to others may leave in between. */
function openRefusalLog({ clock, log }: AppContext) {
  let last = { reason: '', until: 0 };
  return (failure: DeliveryFailure): void => {
    const { reason } = failure;
    const now = clock.now().getTime();
    if (!isSenderFault(reason) || (reason === last.reason && now < last.until)) return;
    last = { reason, until: now + refusalSilenceSeconds * 1000 };
    log.warn({ reason: storedFailure(failure) }, 'outbox: mails are refused because of the portal');
  };
}

function resultOf(failure: DeliveryFailure): JobResult {
  const kind = ({ unreachable: 'released', later: 'retry', never: 'failed' } as const)[failure.kind];
  return { kind, reason: storedFailure(failure) };
}

interface Sheet {
  readonly mailing: Mailing;
  readonly attachment: Attachment | null;
  readonly logo: Logo | null;
}

/** Rarely more mailings are sent at the same time; each may hold an attachment of 10 MB. */
const mostKept = 4;

type MailingCache = ReturnType<typeof openMailingCache>;

/** Caches the texts being sent: each is read once for all its mails, with its attachment and logo. */
function openMailingCache({ database: { read } }: AppContext) {
  const sheets = new Map<number, Promise<Sheet>>();

  async function readSheet(mailingId: number): Promise<Sheet> {
    const mailing = await selectMailing(read, mailingId);
    const { attachmentId, logoId } = mailing;
    const attachment = attachmentId === null ? null : await selectAttachment(read, attachmentId);
    return { mailing, attachment, logo: await selectLogo(read, logoId) };
  }

  return {
    get(mailingId: number): Promise<Sheet> {
      const known = sheets.get(mailingId);
      if (known) return known;
      const sheet = readSheet(mailingId);
      sheets.set(mailingId, sheet);
      sheet.catch(() => sheets.delete(mailingId));
      const [oldest = mailingId] = sheets.keys();
      if (sheets.size > mostKept) sheets.delete(oldest);
      return sheet;
    },
    clear: () => sheets.clear(),
  };
}
