import { describe, expect, test } from 'vitest';
import { listEndpoints } from '../../apps/server/test/contractEndpoints.ts';
import { root } from '../setup/place.mjs';
import { listUsedExports } from './screens/endpointUse.ts';

/** Endpoints whose screen is not built yet, with its name; remove an endpoint once it has its screen. */
const withoutScreenYet: Readonly<Record<string, string>> = {
  setRoles: 'the roles of a person, in the search of people',
  attestCandidates: 'attestations, in the list of a cohort',
};

const endpoints = await listEndpoints();
const used = listUsedExports(root);
const faceless = endpoints.filter(([name]) => !used.has(name));

describe('every endpoint has a screen that calls it, or names its other caller', () => {
  test('none has neither', () => {
    const unexplained = faceless.filter(
      ([name, { machineOnly }]) => !machineOnly && !(name in withoutScreenYet),
    );
    expect(unexplained.map(([name]) => name)).toEqual([]);
  });

  test('none has both', () => {
    const contradictory = endpoints.filter(([name, { machineOnly }]) => machineOnly && used.has(name));
    expect(contradictory.map(([name]) => name)).toEqual([]);
  });

  test('every pending endpoint exists, and has no screen', () => {
    const waiting = faceless.filter(([, { machineOnly }]) => !machineOnly).map(([name]) => name);
    expect(Object.keys(withoutScreenYet).filter((name) => !waiting.includes(name))).toEqual([]);
  });

  test('the pages were read', () => {
    expect(used.size).toBeGreaterThan(endpoints.length - faceless.length);
    expect(endpoints.length).toBeGreaterThan(faceless.length * 10);
  });
});
