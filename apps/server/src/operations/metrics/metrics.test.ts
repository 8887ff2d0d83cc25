import { login } from '@guichet/contract/identity/sessions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../../test/freePort.ts';
import { openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { testAdmin } from '../../../test/testApp.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import { queueMails } from '../../mail/outbox/fixtures/mails.ts';
import { findOldestWaiting, findRefused } from '../../mail/outbox/outbox.service.ts';
import { takeMessage } from '../../mail/outbox/returnPath/takeMessage.ts';

const token = 'a token for the figures';
let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ METRICS_TOKEN: token });
});
afterAll(() => portal.close());

const look = (headers = { authorization: `Bearer ${token}` }) =>
  portal.app.inject({ url: '/metrics', headers });

describe('the figures', () => {
  it('count requests and queued jobs, without personal data', async () => {
    await portal.superAdmin();
    await portal.nobody.call(login, { body: { username: testAdmin.email, password: 'wrong' } });
    await portal.app.inject(`/api/user/someone@example.ca/secret?t=abc`);
    const { body, headers } = await look();
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    const count = (status: number) =>
      `guichet_request_seconds_count{method="POST",route="/api/auth/login",status="${status}"} 1\n`;
    expect(body).toContain(count(200));
    expect(body).toContain(count(401));
    expect(body).toContain('guichet_database_up 1\n');
    expect(body).toContain('guichet_sessions 1\n');
    expect(body).toContain('guichet_mail_oldest_seconds 0\n');
    expect(body).toContain('guichet_mails_refused 0\n');
    expect(body).toContain('guichet_people_index_ready 0\n');
    expect(body).not.toMatch(/@|someone|secret|abc/);
    for (const line of body.trimEnd().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) guichet_\w+ .+|guichet_\w+(\{[^}]*\})? -?[\d.e+-]+)$/);
  });

  it('say how long a mail has been due, and count none that is planned, or that a mail server has put off', async () => {
    const { context } = portal;
    const [first = 0, second = 0] = await queueMails(context, [
      { email: 'a@exemple.ca', urgent: true },
      { email: 'b@exemple.ca' },
    ]);
    const after = (seconds: number) => new Date(context.clock.now().getTime() + seconds * 1000);
    const oldest = async () => {
      const since = await findOldestWaiting(context.database.read, context.clock.now());
      return since && (context.clock.now().getTime() - since.getTime()) / 1000;
    };
    const put = (id: number, change: { state: 'waiting' | 'sent'; next_try_at: Date }) =>
      systemTransaction(context, (tx) =>
        tx.updateTable('outgoing_mails').set(change).where('id', '=', id).execute(),
      );
    context.clock.advance(1000);
    expect(await oldest()).toBe(1000);
    await put(first, { state: 'waiting', next_try_at: after(600) });
    await put(second, { state: 'waiting', next_try_at: after(-20) });
    expect(await oldest()).toBe(20);
    await put(second, { state: 'waiting', next_try_at: after(60) });
    expect(await oldest()).toBeNull();
    const lastError = 'senderRefused: 550 Relaying denied';
    await systemTransaction(context, (tx) =>
      tx.updateTable('outgoing_mails').set({ last_error: lastError }).where('id', '=', second).execute(),
    );
    expect((await findRefused(context)).mails).toBe(1);
    for (const id of [first, second]) await put(id, { state: 'sent', next_try_at: after(0) });
  });

  it('count mails that came back, and what arrived in the mailbox of the return path', async () => {
    expect((await look()).body).not.toContain('guichet_mails_bounced');
    const other = await openTestPortal({
      METRICS_TOKEN: token,
      RETURN_PATH: 'retours@example.ca',
      IMAP_URL: 'imaps://retours:hunter2@imap.example.ca',
    });
    const { returnPath } = other.context.config;
    const letter = Buffer.from('From: lea@etu.example.ca\r\nSubject: Bonjour\r\n\r\n');
    if (returnPath) await takeMessage(other.context, returnPath, letter);
    const url = '/metrics';
    const { body } = await other.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    expect(body).toContain('guichet_mails_bounced 0\n');
    expect(body).toContain('guichet_return_path_messages_total{outcome="other"} 1\n');
    expect(body).not.toContain('hunter2');
    await other.close();
  });

  it('are not found without the token, nor where they are not configured', async () => {
    const answers = await Promise.all([
      look({ authorization: 'Bearer wrong' }),
      portal.app.inject('/metrics'),
    ]);
    for (const answer of answers) expect(answer.json()).toMatchObject({ status: 404, code: 'path.notFound' });
    const other = await openTestPortal();
    const off = await other.app.inject({ url: '/metrics', headers: { authorization: 'Bearer ' } });
    expect(off.json()).toMatchObject({ status: 404, code: 'path.notFound' });
    expect(off.body).not.toContain('guichet_');
    await other.close();
  });
});

describe('on a port of their own', () => {
  it('serves /metrics and nothing else, and the portal does not', async () => {
    const port = await findFreePort();
    const apart = await openTestPortal({ METRICS_PORT: String(port) });
    const main = await apart.app.listen({ port: 0, host: '127.0.0.1' });
    try {
      const at = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
      const figures = await at('/metrics');
      expect(figures.status).toBe(200);
      expect(figures.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
      expect(await figures.text()).toContain('guichet_database_up 1\n');
      for (const path of [
        '/',
        '/login',
        '/metrics/',
        '/metrics?x=1',
        '/api/home',
        '/api/valid/health',
        '/api/openapi.json',
      ])
        expect([path, (await at(path)).status, await (await at(path)).text()]).toEqual([path, 404, '']);
      for (const authorization of ['', 'Bearer ', 'Bearer null']) {
        const answer = await fetch(`${main}/metrics`, {
          headers: { authorization, accept: 'application/json' },
        });
        expect(await answer.text()).not.toContain('guichet_');
      }
    } finally {
      await apart.close();
    }
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
  });
});
