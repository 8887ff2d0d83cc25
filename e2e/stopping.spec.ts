import { Desk } from './fixtures/desk.ts';
import { registrarList } from './fixtures/lists.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { PortalProcess } from './fixtures/portalProcess.ts';
import { templateOf } from './fixtures/portalTemplate.ts';

// The server hears it twice: from whoever signals the group, and from `scripts/start.mjs`, which passes it on.
test('a signal to the whole process group of npm start, and another one: the import that runs is answered, and the end is code 0', async () => {
  const portal = await PortalProcess.startGroup(demo, await templateOf(demo));
  try {
    const desk = await Desk.open(portal.url, 'admin.telfer@demo.example', 5);
    const exam = await desk.makeExam('Arrêt');
    const placed = desk.place(exam, new Uint8Array(registrarList(500)));
    // Begun for certain once another request has been answered after it.
    await desk.listExams();
    portal.signal('SIGTERM');
    // Two signals at one moment are one; this comes when the stop is under way for certain.
    await expect.poll(() => isReady(portal.url)).toBe(false);
    await portal.stop();
    expect(await placed).toBe(500);
  } finally {
    await portal.kill();
    portal.removeData();
  }
});

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/api/valid/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}
