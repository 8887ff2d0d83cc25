import { describe, expect, test } from 'vitest';
import { listEndpoints } from '../../apps/server/test/contractEndpoints.ts';
import { root } from '../setup/place.mjs';
import { listUsedExports } from './screens/endpointUse.ts';

const endpoints = await listEndpoints();
const used = listUsedExports(root);
const faceless = endpoints.filter(([name]) => !used.has(name));

describe('every endpoint has a screen that calls it, or names its other caller', () => {
  test('none has neither', () => {
    const unexplained = faceless.filter(([, { machineOnly }]) => !machineOnly);
    expect(unexplained.map(([name]) => name)).toEqual([]);
  });

  test('none has both', () => {
    const contradictory = endpoints.filter(([name, { machineOnly }]) => machineOnly && used.has(name));
    expect(contradictory.map(([name]) => name)).toEqual([]);
  });

  test('the pages were read', () => {
    expect(used.size).toBeGreaterThan(endpoints.length - faceless.length);
    expect(endpoints.length).toBeGreaterThan(faceless.length * 10);
  });
});
