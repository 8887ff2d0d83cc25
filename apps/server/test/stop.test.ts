import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PortalProcess } from '../../../e2e/fixtures/portalProcess.ts';
import { makeTestPlace, type TestPlace } from './database/testDatabase.ts';
import { signInTo } from './processClient.ts';

let place: TestPlace;
let portal: PortalProcess;

beforeEach(async () => {
  place = await makeTestPlace();
  const { databaseUrl, dataDir } = place.options;
  portal = await PortalProcess.start(databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: dataDir });
}, 60_000);

afterEach(async () => {
  await portal.kill();
  portal.removeData();
  await place.remove();
});

const list = (count: number) =>
  [
    'Prénom;Nom;Courriel;Langue',
    ...Array.from({ length: count }, (_, n) => `Zoé;Côté${n};zoe${n}@etu.example.ca;F`),
  ].join('\n');

describe('a server that is told to stop', () => {
  it('finishes the import that runs, answers it, and ends in good order', async () => {
    const count = 3000;
    const { email, password } = portal.firstAdmin;
    const client = await signInTo(portal.url, email, password);
    const { courseId } = await client.makeExamSpace(3, 'Hiver');
    const counted = client.importFile(3, courseId, list(count), { sendEmail: true });
    // Begun for certain once another request has been answered after it.
    await client.get('/api/home');
    await portal.stop();
    expect(await counted).toBe(count);
  }, 60_000);
});
