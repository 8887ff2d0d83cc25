/** The steps of the conversation at which the mail server may misbehave. */
export type Moment =
  | { readonly at: 'connection' }
  | { readonly at: 'encryption' }
  | { readonly at: 'recipient' | 'content'; readonly to: string }
  /** In the middle of the content. */
  | { readonly at: 'middle'; readonly to: string };

/**
 * The misbehaviour; null for correct behaviour.
 * - a reply such as `450 later`: sends that instead;
 * - `drop`: closes the connection; `reset`: resets it;
 * - `hang`: does not answer until `heal`; `garbage`: sends invalid SMTP.
 */
export type Conduct = null | `${4 | 5}${number} ${string}` | 'drop' | 'reset' | 'hang' | 'garbage';

export type Manners = (moment: Moment) => Conduct;

export const good: Manners = () => null;

export const garbage = '\u0000\u0001HTTP/1.1 200 OK\r\n\r\n<html>\r\n';

/** A mail received completely: from then on the server may deliver it, whatever happens to the connection. */
export interface Taken {
  /** The envelope sender. */
  readonly from: string;
  readonly to: string;
  readonly messageId: string;
}

export interface MailEvents {
  recipient(): void;
  /** The mail is complete and not answered yet. */
  content(): void;
  /** It has just been answered. */
  accepted(): void;
}

/** The state of the server that a conversation uses. */
export interface Behaviour {
  readonly taken: Taken[];
  readonly manners: Manners;
  readonly thinkMs: number;
  readonly byteMs: number;
  readonly offersTls: boolean;
  readonly events: Partial<MailEvents>;
}
