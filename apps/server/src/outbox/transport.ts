import type { MimeMessage } from './composeMail.ts';

/** One way out of the house; it takes one mail at a time. */
export interface Transport {
  /** Resolves when the mail has been accepted. @throws DeliveryFailure */
  deliver(mimeMessage: MimeMessage): Promise<void>;
  /** Finds out whether mails could leave now. @throws DeliveryFailure */
  probe(): Promise<void>;
  /** Nothing to do for a while: lets go of what it holds open. A mail that is on its way goes on. */
  rest(): void;
  /** Breaks off what is on its way. */
  cut(): void;
}
