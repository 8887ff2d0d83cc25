import type { Fault } from '../fault.ts';
import { runHoldUp } from '../rounds/bystander.ts';

const paths = ['/api/docs', '/api/openapi.json'];

export const sameForAll: Fault = {
  sentence: 'Whoever asks for the API document over twenty connections holds nobody up.',
  group: 'holdUp',
  databases: ['embedded', 'postgres'],
  quickRounds: { embedded: 1, postgres: 1 },
  run: (run) =>
    runHoldUp(run, {
      attack: new URL('../attacks/requests.ts', import.meta.url),
      prepare: () => ({ calls: paths.map((path) => ({ path, connections: 10 })) }),
      check({ tally }, _testbed, { 'answered 200': answered = 0, ...others }) {
        tally.expect(answered > 0, `nothing was answered: ${JSON.stringify(others)}`);
      },
    }),
};
