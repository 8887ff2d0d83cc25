import { holdUp } from '../rounds/bystander.ts';

const paths = ['/api/auth/login', '/api/account/forgotpassword', '/api/account/verifytoken'];

export const hugeBodies = holdUp(
  'Whoever sends megabytes of JSON structure to public endpoints holds nobody up.',
  {
    attack: new URL('../attacks/jsonStructure.ts', import.meta.url),
    prepare: () => ({ paths }),
    check({ tally }, _testbed, { 'answered 413': refused = 0, ...others }) {
      tally.expect(refused > 0, `no body was refused for its size: ${JSON.stringify(others)}`);
    },
  },
);
