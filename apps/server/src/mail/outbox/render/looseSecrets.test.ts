import type { Role } from '@guichet/contract/core/access';
import { describe, expect, it } from 'vitest';
import { record, write } from '../../../core/audit/audit.service.ts';
import { machineGrant } from '../../../identity/access/access.service.ts';
import { createAccount, insertStudent } from '../../../identity/users/users.service.ts';
import { queueMails } from '../fixtures/mails.ts';
import { useOutboxTestbed } from '../fixtures/outboxTestbed.ts';
import type { NewMailing } from '../outbox.service.ts';

const testbed = useOutboxTestbed();
const evil = 'https://evil.example/?u=';
const token = /reset-password\?t=/;
const secretLink = { purpose: 'invitation', subject: '1-2-abc', expiresAt: null } as const;
let people = 0;

type Held = readonly { readonly role: Role; readonly systemId: number | null }[];

/** Sends a mail to a person without a password, over SMTP; returns both parts. */
async function receive(
  mailing: Partial<NewMailing>,
  roles: Held = [{ role: 'student', systemId: 3 }],
  guestOf?: number,
) {
  await testbed.open();
  const email = `sans${++people}@etu.example.ca`;
  const userId = await write(testbed.context, machineGrant('test'), async (tx) => {
    const names = { firstName: 'Ana', lastName: 'Roy', language: 'fr' as const };
    const account = { email, ...names, passwordHash: null, mustChoosePassword: false, roles };
    const now = testbed.context.clock.now();
    const userId = await createAccount(tx, account, now);
    if (guestOf) await insertStudent(tx, { userId, systemId: guestOf, tenantScope: [guestOf], now });
    return record(userId, { action: 'user.created', subject: null });
  });
  await queueMails(testbed.context, [{ email, userId, secretLink }], mailing);
  testbed.startWorker();
  await testbed.server.waitFor(1);
  const { mail } = testbed.server.received[0] ?? {};
  return { text: mail?.text ?? '', html: mail?.html ?? '', both: `${mail?.text}\n${mail?.html}` };
}

describe('a text that was stored before such texts were refused, or whose values make one', () => {
  const variables = { linkSystemId: 3, linkUntil: 'le 15 janvier 2027' };
  it.each<[string, Partial<NewMailing>]>([
    ['in an address of a text', { body: `<p>${evil}{{setPasswordUrl}}</p>` }],
    ['after an inline tag', { body: `<p>${evil}<b>{{setPasswordUrl}}</b></p>` }],
    ['in plain text alone', { body: `<p>${evil}{<b></b>{setPasswordUrl}}</p>` }],
    ['in a link', { body: `<p><a href="${evil}{{setPasswordUrl}}">Choisir</a></p>` }],
    [
      'between values',
      {
        body: '<p>{{examTitle}} {{setPasswordUrl}} {{examPlace}}</p>',
        variables: { ...variables, examTitle: `<${evil}`, examPlace: '>' },
      },
    ],
  ])('leads to the page where one asks for a link: %s', async (_where, mailing) => {
    const { both } = await receive({ variables, ...mailing });
    expect(both).not.toMatch(token);
    expect(both).not.toContain('linkNote');
    expect(both).not.toContain('ne peut être utilisé qu’une fois');
    expect(both).toContain('/forgot-password?');
  });

  it('is sent with the link where it stands alone', async () => {
    const { text, html } = await receive({ body: '<p>Ici : {{setPasswordUrl}}.</p>', variables });
    expect(text).toMatch(token);
    expect(html).toMatch(token);
  });
});

it('what stands around a text holds no placeholder: office, telephone, title and preview', async () => {
  const wrapped = `${evil}{{setPasswordUrl}}`;
  const frame = { from: { address: null, name: null }, replyTo: null, logo: null };
  const { text, html } = await receive({
    frame: { ...frame, office: wrapped, phone: '{{{setPasswordUrl}}}' },
    subject: '{{setPasswordUrl}}',
    body: '<p>{{setPasswordUrl}}</p><p><a href="{{setPasswordUrl}}">Choisir</a></p>',
  });
  expect(text.slice(text.indexOf('-- '))).not.toMatch(token);
  expect(html.match(new RegExp(token, 'g'))).toHaveLength(2);
  expect(html.split('<table')[0]).not.toMatch(token);
});

describe('the mail of a system', () => {
  it.each<[string, Held]>([
    ['a candidate of another system', [{ role: 'student', systemId: 7 }]],
    [
      'a candidate of both',
      [
        { role: 'student', systemId: 3 },
        { role: 'student', systemId: 7 },
      ],
    ],
    ['an administrator of another system', [{ role: 'admin', systemId: 7 }]],
    [
      'an administrator of this one',
      [
        { role: 'student', systemId: 3 },
        { role: 'admin', systemId: 3 },
      ],
    ],
    [
      'a super admin who was enrolled',
      [
        { role: 'superAdmin', systemId: null },
        { role: 'student', systemId: 3 },
      ],
    ],
  ])('holds no link to a first password for %s', async (_who, roles) => {
    const { both } = await receive({}, roles);
    expect(both).not.toMatch(token);
    expect(both).toContain('/forgot-password?');
  });

  it('holds it for a candidate of this system who is a guest of another, whose own mail holds none', async () => {
    expect((await receive({}, undefined, 7)).text).toMatch(token);
    await testbed.stopWorkers();
    await testbed.server.stop();
    expect((await receive({ systemId: 7 }, undefined, 7)).both).not.toMatch(token);
  });

  it('holds it for those whom the system may manage, and where the text is the university’s', async () => {
    expect((await receive({}, [{ role: 'support', systemId: 3 }])).text).toMatch(token);
    await testbed.stopWorkers();
    await testbed.server.stop();
    const own = await receive({ systemId: null }, [{ role: 'superAdmin', systemId: null }]);
    expect(own.text).toMatch(token);
  });
});
