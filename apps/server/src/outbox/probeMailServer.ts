import type { Language } from '@guichet/contract/core/language';
import type { Config } from '../platform/runtime/config.ts';
import { type DeliveryFailure, storedFailure } from './deliveryFailure.ts';
import { failureWords } from './failureWords.ts';
import { openMailer } from './mailer.ts';

/** Whether a mail could leave: greeted, encrypted and signed in where that is set, and nothing sent. Null, or what is wrong. */
export async function probeMailServer(config: Config, language: Language): Promise<string | null> {
  const transport = openMailer(config).openTransport();
  try {
    await transport.probe();
    return null;
  } catch (error) {
    return failureWords(storedFailure(error as DeliveryFailure), language);
  } finally {
    transport.cut();
  }
}
