import { createInterface } from 'node:readline/promises';
import { CommandRefusal, type Given, type Terminal } from './command.ts';

/** The option that answers the question beforehand. */
export const yesOption = { yes: { type: 'boolean' } } as const;

/** Asks before an act that cannot be undone. @throws CommandRefusal for any answer but yes, or where nobody can answer */
export async function confirm(question: string, { options }: Given, { t }: Terminal): Promise<void> {
  if (options.yes === true) return;
  if (process.stdin.isTTY !== true) throw new CommandRefusal(t('yesNeeded'));
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(`${question} ${t('yesOrNo')} `);
  lines.close();
  if (!/^(?:y|yes|o|oui)$/i.test(answer.trim())) throw new CommandRefusal(t('notConfirmed'));
}
