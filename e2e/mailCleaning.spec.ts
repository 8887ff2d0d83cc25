import { attacks } from '../apps/server/src/mail/messages/fixtures/attacks.ts';
import { expect, test } from './fixtures/portal.ts';
import { tokenOf } from './fixtures/visitor.ts';

test('no text that was meant to attack runs, loads or asks for anything where its mail is opened', async ({
  page,
  portal,
}) => {
  test.setTimeout(180_000);
  const { email, password } = portal.firstAdmin;
  const authorization = `Bearer ${await tokenOf(portal.url, email, password)}`;
  const asked: string[] = [];
  let refused = 0;
  page.on('request', (request) => asked.push(request.url()));
  page.on('dialog', (dialog) => void dialog.dismiss());
  // As in a mail program that guards against nothing: a page of no origin, without any policy.
  await page.goto('about:blank');
  for (const attack of attacks) {
    const answer = await fetch(`${portal.url}/api/message/preview/3/1`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        subject: 'Objet',
        body: `<p>Bonjour</p>${attack.replaceAll('{{setPasswordUrl}}', 'x')}`,
      }),
    });
    if (answer.status === 422) {
      // One that would take long to clean gets into no mail at all.
      expect((await answer.json()).code).toBe('text.tooIntricate');
      refused += 1;
      continue;
    }
    expect(answer.status, attack).toBe(200);
    const { html } = (await answer.json()) as { html: string };
    await page.setContent(html);
    await page.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLElement>('body *')) {
        element.focus();
        element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
        const isScript =
          element instanceof HTMLAnchorElement && /^(?:java|vb)script:/i.test(element.protocol);
        if (isScript) Reflect.set(window, 'ran', 1);
      }
    });
    expect(await page.evaluate(() => 'ran' in window), attack).toBe(false);
  }
  expect(refused).toBeLessThan(attacks.length / 10);
  expect(asked.filter((url) => url !== 'about:blank')).toEqual([]);

  // The same page would have told.
  await page.setContent('<img src=x onerror="window.ran=1">');
  await expect.poll(() => page.evaluate(() => 'ran' in window)).toBe(true);
});
