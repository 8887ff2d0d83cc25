import type { HeavyFilesOrder } from '../attacks/heavyFiles.ts';
import type { Fault } from '../fault.ts';
import type { Testbed } from '../places/testbed.ts';
import { tokenOf } from '../rounds/attacker.ts';
import { runHoldUp } from '../rounds/bystander.ts';

export const heavyDocuments = heavyFiles('documents', 'documents that take long to check');
export const heavyLists = heavyFiles('lists', 'lists that take long to read');
export const heavyTexts = heavyFiles('texts', 'texts that become long mails');

function heavyFiles(what: HeavyFilesOrder['what'], words: string): Fault {
  return {
    sentence: `An administrator of one system who sends ${words} holds nobody up.`,
    group: 'holdUp',
    databases: ['embedded', 'postgres'],
    quickRounds: { embedded: 1, postgres: 1 },
    run: (run) =>
      runHoldUp(run, {
        attack: new URL('../attacks/heavyFiles.ts', import.meta.url),
        prepare: async (testbed) => ({
          ...(await tokenOf(testbed, 'Admin - DC')),
          what,
          selectedCourse: await openCourse(testbed),
        }),
        async check({ tally }, testbed, counts) {
          tally.expect(!counts['answered 500'], 'the attack met a bug');
          tally.expect(!counts['answers over 10 MB'], 'a text became an answer of more than 10 MB');
          if (what === 'lists') await lookAtList(testbed, tally);
        },
      }),
  };
}

async function openCourse(testbed: Testbed): Promise<string> {
  const made = await testbed.client.post('/api/exam/3', {
    title: testbed.newName('Hiver'),
    examDate: '2030-01-15',
  });
  if (made.status !== 200) throw new Error(`No exam space: ${JSON.stringify(made)}`);
  return (made.body as { courseId: string }).courseId;
}

/** Afterwards the list of somebody else is read as ever. */
async function lookAtList(testbed: Testbed, tally: { expect(holds: boolean, wrong: string): void }) {
  const form = new FormData();
  const fields = {
    systemId: '3',
    languageId: '1',
    selectedCourse: await openCourse(testbed),
    sendEmail: 'false',
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob(['Prénom;Nom;Courriel\nZoé;Roy;zoe@example.ca']), 'liste.csv');
  const began = performance.now();
  const { status } = await testbed.client.post('/api/import/preview', form);
  const took = performance.now() - began;
  tally.expect(
    status === 200 && took < 20_000,
    `a list afterwards is answered ${status} in ${Math.round(took)} ms`,
  );
}
