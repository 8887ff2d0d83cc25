import { addOpenIdClient, listOwnApplications } from '@guichet/contract/identity/provider.clients';
import { impersonate } from '@guichet/contract/identity/sessions.impersonation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../../../../test/portal.ts';
import { testAdmin } from '../../../../test/testApp.ts';
import { type OpenIdPortal, openOpenIdPortal } from '../fixtures/openIdPortal.ts';
import { makeSamlService } from '../fixtures/samlService.ts';

let portal: OpenIdPortal;
let admin: Caller;
let samlEntry: string;
beforeAll(async () => {
  portal = await openOpenIdPortal();
  admin = await portal.superAdmin();
  const page = (name: string) => `https://${name}.example.ca/`;
  await portal.register({ name: 'Wiki', rolesOf: null, homeUri: page('wiki') });
  await portal.register({ name: 'Salle', rolesOf: 3, homeUri: page('salle') });
  await portal.register({ name: 'Ailleurs', rolesOf: 2, homeUri: page('ailleurs') });
  await portal.register({ name: 'Sans page', rolesOf: null });
  const id = await makeSamlService(portal).register({ name: 'Brightspace', startsHere: true });
  await makeSamlService(portal).register({ name: 'Fermée' });
  samlEntry = `${portal.address}/saml/sign-in/${id}`;
});
afterAll(() => portal.close());

const list = async (caller: Caller) => {
  const { reply } = await caller.call(listOwnApplications);
  return reply.map(({ name, address }) => [name, address]);
};

it('names the applications of the person’s systems and of everybody, each with the address that opens it', async () => {
  const wiki = ['Wiki', 'https://wiki.example.ca/'];
  const salle = ['Salle', 'https://salle.example.ca/'];
  const brightspace = ['Brightspace', samlEntry];
  const ailleurs = ['Ailleurs', 'https://ailleurs.example.ca/'];
  expect(await list(await portal.as('student', 3))).toEqual([brightspace, salle, wiki]);
  expect(await list(await portal.as('support', 2))).toEqual([ailleurs, wiki]);
  expect(await list(admin)).toEqual([ailleurs, brightspace, salle, wiki]);
});

it('names none while a super admin acts as the person, whom no application would let in then', async () => {
  const { userId } = await portal.make('student', 3);
  const body = { reason: 'test', password: testAdmin.password };
  const { reply } = await admin.call(impersonate, { params: { id: userId }, body });
  if (reply.outcome !== 'started') throw new Error(reply.outcome);
  expect(await list(portal.withToken(reply.accessToken, userId))).toEqual([]);
});

it('takes for the page of an application only an address that a browser may be sent to', async () => {
  const body = {
    kind: 'openid' as const,
    name: 'Ruse',
    rolesOf: null,
    secretIn: 'header' as const,
    requiresPkce: true,
    scopes: [],
    redirectUris: ['https://ruse.example.ca/'],
    signOutUris: [],
    logoutUri: null,
  };
  for (const homeUri of ['javascript:alert(1)', 'http://ruse.example.ca/', '//ruse.example.ca']) {
    const { problem } = await admin.call(addOpenIdClient, { body: { ...body, homeUri } });
    expect(problem.errors).toEqual([expect.objectContaining({ path: 'homeUri', messageKey: 'pageAddress' })]);
  }
});
