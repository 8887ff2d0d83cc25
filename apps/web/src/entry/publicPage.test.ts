import { beforeEach, expect, test } from 'vitest';
import { watchAddress } from '../core/address/location.ts';
import { aliasTarget, landingSlug, settleAddress } from './addresses.ts';
import { isSignIn } from './isSignIn.ts';
import { publicPage } from './publicPage.tsx';

watchAddress();
beforeEach(() => history.replaceState(null, '', '/'));

test.each([
  ['/idp', '/en/pdi'],
  ['/pdi', '/en/pdi'],
  ['/telfermba', '/en/telfer'],
  ['/mbatelfer', '/fr/telfer'],
  ['/aec', '/en/ac'],
  ['/euac', '/fr/ac'],
  ['/ilob', '/fr/ilob'],
  ['/olbi', '/en/ilob'],
  ['/cpmp', '/en/cgpp'],
  ['/cgpp', '/fr/cgpp'],
  ['/fr/tcl', '/education'],
  ['/en/tcl', '/education'],
  ['/fr/dc', '/dc'],
  ['/en/education', '/education'],
  ['/fr/idp', '/fr/pdi'],
  ['/en/idp', '/en/pdi'],
  ['/FR/TelferMBA/', '/fr/telfer'],
  ['/en/mbatelfer', '/en/telfer'],
  ['/en/euac', '/en/ac'],
])('S2.32–S2.37 %s leads to %s', (alias, target) => {
  expect(aliasTarget(alias)).toBe(target);
  expect(aliasTarget(target)).toBeNull();
});

test('S2.37 an alias keeps its query, and the language that its path names', () => {
  history.replaceState(null, '', '/en/tcl?orgId=7');
  expect(settleAddress()).toBe('en');
  expect(location.pathname + location.search).toBe('/education?orgId=7');
});

test('S2.37 a language before an alias wins over that of its target, and the query stays', () => {
  history.replaceState(null, '', '/fr/idp?orgId=1');
  expect(settleAddress()).toBe('fr');
  expect(location.pathname + location.search).toBe('/fr/pdi?orgId=1');
});

test.each(['/fr/pdi', '/en/ilob', '/fr/home', '/fr', '/en/login'])('%s stands for itself', (path) =>
  expect(aliasTarget(path)).toBeNull(),
);

test('S2.32 an alias sets the language of its target', () => {
  history.replaceState(null, '', '/idp');
  expect(settleAddress()).toBe('en');
});

test.each(['/pdi/configuration', '/ilob/configuration', '/cgpp/configuration'])(
  'S2.38 %s is neither alias nor landing',
  (path) => {
    expect(aliasTarget(path)).toBeNull();
    expect(publicPage(path)).toBeNull();
  },
);

test.each([
  '/education',
  '/dc',
  '/tep',
  '/fr/pdi',
  '/en/np',
  '/fr/telfer',
  '/en/ac',
  '/fr/ilob',
  '/en/cgpp',
  '/fr/new-one',
])('S2.27 %s is a landing', (path) => expect(landingSlug(path)).toBe(path.split('/').at(-1)));

test.each([
  '/logout',
  '/logoutfrombs/3',
  '/en/logoutfrombs/4',
  '/FR/LogoutFromBS/4/',
  '/fr/logout',
  '/confirm-email',
  '/en/confirm-email',
  '/callback',
  '/forbidden',
])('S2.13 %s needs no sign-in', (path) => expect(publicPage(path)).not.toBeNull());

test.each(['/login', '/account/login', '/Login/', '/fr/login'])('S2.13 %s is sign-in', (path) => {
  expect(isSignIn(path)).toBe(true);
  expect(aliasTarget(path)).toBeNull();
});

test.each(['/login/more', '/logins', '/de/login', '/home'])('%s is not sign-in', (path) =>
  expect(isSignIn(path)).toBe(false),
);

test.each([
  '/',
  '/home',
  '/fr/home',
  '/configuration',
  '/dc/configuration',
  '/logoutfrombs/x',
  '/en/logoutfrombs/x',
  '/de/logoutfrombs/4',
  '/nowhere',
])('%s lies behind sign-in', (path) => expect(publicPage(path)).toBeNull());
