import { describe, expect, test } from 'vitest';
import { aliases, landingPath, pathAfterSignIn, seedSystems } from './landings.ts';

describe('landings', () => {
  test('S2.27 the nine systems are at their addresses', () => {
    expect(seedSystems.map((system) => landingPath(system, 'fr'))).toEqual([
      '/education',
      '/fr/pdi',
      '/dc',
      '/fr/np',
      '/fr/telfer',
      '/fr/ac',
      '/fr/ilob',
      '/tep',
      '/fr/cgpp',
    ]);
    expect(landingPath({ slug: 'pdi', landing: 'byLanguage' }, 'en')).toBe('/en/pdi');
  });

  test('every alias leads to a landing, and never to another alias', () => {
    const addresses = seedSystems.flatMap((system) => [landingPath(system, 'fr'), landingPath(system, 'en')]);
    for (const target of Object.values(aliases)) {
      expect(addresses).toContain(target);
      expect(aliases).not.toHaveProperty([target]);
    }
  });
});

describe('after sign-in', () => {
  test.each([
    [['PDI', 'DC'], '/home'],
    [['PDI'], '/home'],
    ['Admin - DC', '/home'],
    ['Super Admin', '/home'],
    ['Support - Telfer', '/home'],
    ['PDI', '/fr/pdi'],
    ['Education', '/fr/education'],
  ])('the role %j leads to %s', (role, path) => {
    expect(pathAfterSignIn(role, 'fr')).toBe(path);
  });

  test('the address contains the language of the page', () => {
    expect(pathAfterSignIn('CGPP', 'en')).toBe('/en/cgpp');
  });
});
