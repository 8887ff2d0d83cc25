import { seedSystems } from '@guichet/contract/landings';
import type { FirstMessage } from '../../src/messages/messages.service.ts';
import { english } from './english.ts';
import { french } from './french.ts';

/** An initial message in both languages for each of the nine systems. */
export const firstMessages: readonly FirstMessage[] = seedSystems.flatMap(({ id: systemId }) => [
  { systemId, kind: 'invitation', language: 'fr', ...french },
  { systemId, kind: 'invitation', language: 'en', ...english },
]);
