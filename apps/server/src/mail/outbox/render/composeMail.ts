import { createHash } from 'node:crypto';
import type { Language } from '@guichet/contract/core/language';
import MailComposer from 'nodemailer/lib/mail-composer';
import type MimeNode from 'nodemailer/lib/mime-node';
import { type Logo, makeContentId } from './logo.ts';
import type { CalendarFiles, Mailbox, RenderedMail } from './mail.ts';
import { mimeBytes } from './mimeBytes.ts';

export interface Attachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

export interface Files {
  readonly attachment: Attachment | null;
  /** The exam for calendars; two for somebody who was moved. */
  readonly calendars: readonly Attachment[];
  readonly logo: Logo | null;
}

export interface ExamOfMail {
  readonly userId: number;
  readonly examId: number;
  readonly systemId: number;
  readonly language: Language;
  readonly files: CalendarFiles;
}

/** Makes the files for calendars of a mail; none where its reader's place is no longer as the mail says. */
export type ExamFilesMaker = (of: ExamOfMail, from: Mailbox) => Promise<Attachment[]>;

export interface MimeMessage {
  readonly mailId: number;
  /** The envelope sender. */
  readonly from: string;
  /** Asks for reports of failures and delays that quote the headers alone (RFC 3461). */
  readonly wantsReports?: true;
  readonly to: string;
  readonly bytes: Buffer;
}

/** The bytes of a mail (RFC 5322, MIME): deterministic, so that a repeated mail is an identical copy. */
export function composeMail(mailId: number, mail: RenderedMail, files: Files): MimeMessage {
  const message = mimeTree(mail, files);
  const { from, to } = message.getEnvelope();
  return {
    mailId,
    from: from || mail.from.address,
    to: to[0] ?? mail.to.address,
    bytes: mimeBytes(message),
  };
}

export function mimeTree(mail: RenderedMail, { attachment, calendars, logo }: Files): MimeNode {
  const attached = [...(attachment ? [attachment] : []), ...calendars].map(attachedPart);
  return new MailComposer({
    from: mail.from,
    ...(mail.replyTo !== null && { replyTo: { name: '', address: mail.replyTo } }),
    to: mail.to,
    subject: mail.subject,
    messageId: mail.messageId,
    date: mail.date,
    text: mail.text,
    html: mail.html,
    textEncoding: 'quoted-printable',
    headers: {
      'Auto-Submitted': 'auto-generated',
      // Exchange honours this header: it sends no absence notes, but it sends bounces.
      'X-Auto-Response-Suppress': 'OOF, AutoReply',
      'Content-Language': mail.language,
    },
    attachments: [...(logo ? [inlinePart(logo)] : []), ...attached],
    // A text cannot contain its own hash, so no text can end its part early.
    baseBoundary: createHash('sha256').update(`${mail.messageId}${mail.html}`).digest('hex').slice(0, 32),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
}

function attachedPart({ fileName, contentType, bytes }: Attachment) {
  return { filename: fileName, contentType, content: bytes };
}

/** The logo stands beside the HTML that shows it, and in no list of attachments (RFC 2387, RFC 2392). */
function inlinePart({ id, contentType, bytes }: Logo) {
  const filename = `logo.${contentType === 'image/png' ? 'png' : 'jpg'}`;
  return {
    filename,
    contentType,
    content: bytes,
    cid: makeContentId(id),
    contentDisposition: 'inline' as const,
  };
}
