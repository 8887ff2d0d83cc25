import type { HeavyFilesOrder } from '../attacks/heavyFiles.ts';
import type { Counts } from '../attacks/startAttack.ts';
import type { Fault } from '../fault.ts';
import type { Testbed } from '../places/testbed.ts';
import { tokenOf } from '../rounds/attacker.ts';
import { holdUp } from '../rounds/bystander.ts';

export const heavyDocuments = heavyFiles('documents', 'documents that take long to check');
export const heavyLists = heavyFiles('lists', 'lists that take long to read');
export const heavyTexts = heavyFiles('texts', 'texts that become long mails');
export const longLists = heavyFiles(
  'longLists',
  'long lists of one address, twice encoded, or of near names',
);

function heavyFiles(what: HeavyFilesOrder['what'], words: string): Fault {
  return holdUp(`An administrator of one system who sends ${words} holds nobody up.`, {
    attack: new URL('../attacks/heavyFiles.ts', import.meta.url),
    prepare: async (testbed) => ({
      ...(await tokenOf(testbed, 'Admin - DC')),
      what,
      ...(await openExam(testbed)),
    }),
    // Long lists are read two at a time, for seconds each.
    ...(what === 'longLists' && { attackMilliseconds: 12_000 }),
    isEnough: wereRead,
    async check({ tally }, testbed, counts) {
      tally.expect(wereRead(counts), `nothing was read of the attack: ${JSON.stringify(counts)}`);
      tally.expect(!counts['answered 500'], 'the attack met a bug');
      tally.expect(!counts['answers over 10 MB'], 'a text became an answer of more than 10 MB');
      if (/lists/i.test(what)) await lookAtList(testbed, tally);
    },
  });
}

/** Accepted or refused for what it is, not since too many wait. */
function wereRead({ 'answered 200': taken = 0, 'answered 422': refused = 0 }: Counts): boolean {
  return taken + refused > 0;
}

/** With instructions as long as the contract allows: a text that names them often grows by them. */
async function openExam(testbed: Testbed): Promise<{ selectedCourse: string; examId: number }> {
  const made = await testbed.client.post('/api/exam/3', {
    title: testbed.newName('Hiver'),
    examDate: '2030-01-15',
    instructionsFr: 'Apportez une pièce d’identité. '.repeat(129).trim(),
  });
  if (made.status !== 200) throw new Error(`No exam space: ${JSON.stringify(made)}`);
  const { courseId: selectedCourse, id: examId } = made.body as { courseId: string; id: number };
  return { selectedCourse, examId };
}

/** Afterwards the list of somebody else is read as ever. */
async function lookAtList(testbed: Testbed, tally: { expect(holds: boolean, wrong: string): void }) {
  const form = new FormData();
  const fields = {
    systemId: '3',
    languageId: '1',
    selectedCourse: (await openExam(testbed)).selectedCourse,
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
