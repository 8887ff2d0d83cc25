/** Where in the conversation the mail server may misbehave. */
export type Moment =
  | { readonly at: 'connection' }
  | { readonly at: 'encryption' }
  | { readonly at: 'recipient' | 'content'; readonly to: string }
  /** In the middle of the content, before its end has come. */
  | { readonly at: 'middle'; readonly to: string };

/**
 * What it does then; null is what a good server would do.
 * - a reply such as `450 later`: says that instead;
 * - `drop`: ends the connection without a word; `reset`: breaks it off;
 * - `hang`: says nothing until `heal`; `garbage`: says something that is no SMTP.
 */
export type Conduct = null | `${4 | 5}${number} ${string}` | 'drop' | 'reset' | 'hang' | 'garbage';

export type Manners = (moment: Moment) => Conduct;

export const good: Manners = () => null;

export const garbage = '\u0000\u0001HTTP/1.1 200 OK\r\n\r\n<html>\r\n';

/** A mail whose end has come: from there on the server may deliver it, whatever becomes of the connection. */
export interface Taken {
  readonly to: string;
  readonly messageId: string;
}

export interface MailEvents {
  recipient(): void;
  /** The whole mail is there and not answered yet. */
  content(): void;
  /** It has just been answered. */
  accepted(): void;
}

/** What a conversation has to know of the server that it belongs to. */
export interface Behaviour {
  readonly taken: Taken[];
  readonly manners: Manners;
  readonly thinkMs: number;
  readonly byteMs: number;
  readonly offersTls: boolean;
  readonly events: Partial<MailEvents>;
}
