import type { Language } from '@guichet/contract/core/language';
import type { Config } from '../platform/runtime/config.ts';

export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** Who mails come from when a system names no sender: nobody reads answers there. */
export function defaultSender(
  config: Pick<Config, 'publicUrl' | 'universityName'>,
  language: Language,
): Mailbox {
  return { name: config.universityName[language], address: `no-reply@${new URL(config.publicUrl).hostname}` };
}

export function mailboxText({ name, address }: Mailbox): string {
  return name ? `${name} <${address}>` : address;
}
