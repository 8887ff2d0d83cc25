import { createHash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import type MimeNode from 'nodemailer/lib/mime-node';
import type { RenderedMail } from './mail.ts';
import { mimeBytes } from './mimeBytes.ts';

export interface Attachment {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

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
export function composeMail(mailId: number, mail: RenderedMail, attachment: Attachment | null): MimeMessage {
  const message = mimeTree(mail, attachment);
  const { from, to } = message.getEnvelope();
  return {
    mailId,
    from: from || mail.from.address,
    to: to[0] ?? mail.to.address,
    bytes: mimeBytes(message),
  };
}

export function mimeTree(mail: RenderedMail, attachment: Attachment | null): MimeNode {
  return new MailComposer({
    from: mail.from,
    to: mail.to,
    subject: mail.subject,
    messageId: mail.messageId,
    date: mail.date,
    text: mail.text,
    html: mail.html,
    textEncoding: 'quoted-printable',
    headers: {
      'Auto-Submitted': 'auto-generated',
      // Exchange honours this header: no absence notes, but bounces.
      'X-Auto-Response-Suppress': 'OOF, AutoReply',
      'Content-Language': mail.language,
    },
    attachments: attachment
      ? [{ filename: attachment.fileName, contentType: attachment.contentType, content: attachment.bytes }]
      : [],
    // No text can contain its own hash, so no text can end its part early.
    baseBoundary: createHash('sha256').update(`${mail.messageId}${mail.html}`).digest('hex').slice(0, 32),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
}
