import { isSenderFault } from '../causes/failureWords.ts';
import { findCause } from '../causes/findCause.ts';
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
 * A failure while a mail was offered. 4xx and lost connections are temporary. 5xx is permanent, except where the
 * sender is at fault: the operator mends that, and no recipient loses a mail.
 */
export function sendFailure(error: SmtpError): DeliveryFailure {
  const { command, responseCode, response = null } = error;
  // Without a code, nobody knows whether the mail was accepted.
  if (!responseCode && response !== null) return new DeliveryFailure('later', 'connectionLost', response);
  if (!responseCode) return clientFailure(error);
  if (command === 'MAIL FROM') return new DeliveryFailure('later', 'senderRefused', response);
  const words = response ?? '';
  if (responseCode < 500) {
    const cause = findCause({ delivery: 'delayed', words });
    return new DeliveryFailure('later', cause === 'deliveryDelayed' ? 'deferred' : cause, response);
  }
  const cause = findCause({ delivery: 'failed', words });
  const isVague = cause === 'recipientRefused' || cause === 'refusedByPolicy';
  if (isSenderFault(cause) && !isVague) return new DeliveryFailure('later', cause, response);
  return new DeliveryFailure('never', isVague && command !== 'RCPT TO' ? 'contentRefused' : cause, response);
}

/** A lost connection, or the client's refusal: an address against the protocol, or a mail over the limit. */
function clientFailure({ code, message }: SmtpError): DeliveryFailure {
  if (code === 'EENVELOPE') return new DeliveryFailure('never', 'recipientRefused', message);
  if (code === 'EMESSAGE') return new DeliveryFailure('never', 'contentRefused', message);
  return new DeliveryFailure('later', 'connectionLost', message);
}
