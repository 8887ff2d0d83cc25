import { DeliveryFailure } from './transport.ts';

/** An error of the SMTP client; `command` is the command that the server answered. */
export interface SmtpError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

/** A failure before the first mail could be offered: connection, greeting, TLS or login. */
export function connectFailure(error: SmtpError): DeliveryFailure {
  const isRefusal = error.code === 'EAUTH' || error.code === 'ENOAUTH' || error.code === 'ETLS';
  return new DeliveryFailure(
    'unreachable',
    isRefusal ? 'serverRefusesUs' : 'serverUnreachable',
    error.response ?? error.message,
  );
}

/** Whether the connection closed before an answer about the mail; code 421 announces the closing. */
export function lostBeforeAnswer({ code, responseCode }: SmtpError): boolean {
  return (
    responseCode === 421 || (!responseCode && ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT'].includes(code ?? ''))
  );
}

/**
 * A failure while a mail was offered. 4xx and lost connections are temporary. 5xx is permanent, except for a
 * refused sender: the operator corrects the sender, and no recipient loses a mail.
 */
export function sendFailure(error: SmtpError): DeliveryFailure {
  const { command, responseCode, response = null } = error;
  // Without a code, nobody knows whether the mail was accepted.
  if (!responseCode && response !== null) return new DeliveryFailure('later', 'connectionLost', response);
  if (!responseCode) return clientFailure(error);
  if (command === 'MAIL FROM') return new DeliveryFailure('later', 'senderRefused', response);
  if (responseCode < 500) return new DeliveryFailure('later', 'deferred', response);
  if (command !== 'RCPT TO') return new DeliveryFailure('never', 'contentRefused', response);
  return new DeliveryFailure(
    'never',
    isUnknownMailbox(response) ? 'mailboxUnknown' : 'recipientRefused',
    response,
  );
}

/** A lost connection, or the client's refusal: an address against the protocol, or a mail over the limit. */
function clientFailure({ code, message }: SmtpError): DeliveryFailure {
  if (code === 'EENVELOPE') return new DeliveryFailure('never', 'recipientRefused', message);
  if (code === 'EMESSAGE') return new DeliveryFailure('never', 'contentRefused', message);
  return new DeliveryFailure('later', 'connectionLost', message);
}

/** RFC 3463: 5.1.x is about the address; without such a code, the text decides. */
function isUnknownMailbox(response: string | null): boolean {
  const [, subject] = /^\d{3}[ -]5\.(\d+)\.\d+/.exec(response ?? '') ?? [];
  if (subject) return subject === '1';
  return /unknown|no such|not exist|not found|invalid/i.test(response ?? '');
}
