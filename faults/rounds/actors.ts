import { setTimeout as wait } from 'node:timers/promises';
import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import type { ListedUser } from '@guichet/contract/identity/users';
import type { ListedRole } from '@guichet/contract/identity/users.search';
import type { Chance } from '../chance.ts';
import type { Client } from '../history/client.ts';
import type { Entry } from '../history/history.ts';
import type { Operation } from '../history/operation.ts';
import { addressesOf, candidateImport } from '../history/operations/candidateImport.ts';
import { newExamSpace } from '../history/operations/examSpace.ts';
import { deactivation, newRole, newUser } from '../history/operations/people.ts';
import { savedContent } from '../history/operations/savedContent.ts';
import { savedMessage } from '../history/operations/savedMessage.ts';
import { unenrolment } from '../history/operations/unenrolment.ts';
import { findUsers } from '../history/seen.ts';
import type { Target } from '../places/testbed.ts';

/** An actor that writes one thing after another at random, until the end. */
export type Actor = (scene: Scene) => Promise<void>;

export interface Scene {
  readonly testbed: Target;
  readonly chance: Chance;
  /** A system without other actors. */
  readonly systemId: number;
  readonly over: AbortSignal;
  /** Uses another server process than the testbed's own. */
  readonly client?: Client;
}

type Sender = Pick<Scene, 'testbed' | 'client'>;

/** Imports lists of 1 to 3,000 rows, each into a new exam space. */
export const importer: Actor = (scene) =>
  untilOver(scene, async () => {
    const { testbed, chance } = scene;
    const rows = chance.pick([1, 30, 100, 300, 1000, 3000]);
    await importList(scene, {
      name: testbed.newName('i'),
      rows,
      sendEmail: rows <= 300 && chance.real() < 0.5,
    });
  });

/** Saves messages and contents in both languages. */
export const author: Actor = (scene) =>
  untilOver(scene, async () => {
    const { testbed, chance, systemId } = scene;
    const text = testbed.newName('text ');
    const isMessage = chance.real() < 0.5;
    await send(
      scene,
      isMessage
        ? savedMessage(systemId, chance.pick([1, 2]), text)
        : savedContent(
            systemId,
            chance.pick([0, 1]),
            chance.pick(['TechDiff', 'WelcomeMessage', 'Note']),
            text,
          ),
    );
  });

/** Creates people, changes their roles and deactivates some. */
export const registrar: Actor = async (scene) => {
  const { testbed, chance, over } = scene;
  let roles: readonly ListedRole[] = [];
  await untilOver(scene, async () => {
    if (roles.length === 0) roles = await rolesToGive(scene);
    const email = `${testbed.newName('u')}@uni.example.ca`;
    const mixed = roles.toSorted(() => chance.real() - 0.5);
    const first = mixed.find(({ role }) => role !== 'student');
    // Roles of staff would each be told by a mail of their own.
    const more = mixed.filter(({ role }) => role === 'student');
    if (!first) return void (await wait(50));
    const made = await send(scene, newUser(email, first.name));
    if (made.state !== 'acknowledged' || over.aborted) return;
    const id = (await findUsers(clientOf(scene), email).catch(() => []))[0]?.id;
    if (id === undefined) return;
    for (const { name, role, systemId } of more.slice(0, chance.whole(0, 3))) {
      const given = await send(scene, newRole(id, { name, inAuditLog: `${role}:${systemId}` }));
      if (given.state !== 'acknowledged') return;
    }
    if (chance.real() < 0.5) await send(scene, deactivation(id));
  });
};

/** The roles of support, administrators and candidates; none without a reply. */
async function rolesToGive(scene: Scene): Promise<ListedRole[]> {
  const answer = await clientOf(scene).get('/api/user/roles');
  if (answer.status !== 200) return [];
  return (answer.body as ListedRole[]).filter(({ role }) => role !== 'superAdmin');
}

/** Creates exam spaces, enrols a few candidates and removes some of them again. */
export const clerk: Actor = (scene) =>
  untilOver(scene, async () => {
    const { testbed, chance, systemId } = scene;
    const imported = await importList(scene, { name: testbed.newName('c'), rows: 10, sendEmail: false });
    if (!imported) return;
    const { examId } = imported;
    const answer = await clientOf(scene).get(`/api/user/${systemId}/${examId}`);
    if (answer.status !== 200) return;
    for (const { id, learningPlatformId } of (answer.body as ListedUser[]).slice(chance.whole(0, 8))) {
      if (scene.over.aborted) return;
      const place = { systemId, examId, userId: id, learningPlatformId: learningPlatformId ?? '' };
      await send(scene, unenrolment(place));
    }
  });

/** Imports a list into a new exam space; null when either was not acknowledged. */
export async function importList(
  scene: Sender & Pick<Scene, 'systemId'>,
  list: { readonly name: string; readonly rows: number; readonly sendEmail: boolean },
): Promise<{ readonly examId: number; readonly addresses: readonly string[] } | null> {
  const { systemId } = scene;
  const made = await send(scene, newExamSpace(systemId, `Session ${list.name}`));
  if (made.state !== 'acknowledged') return null;
  const exam = made.answer as ExamSummary;
  const imported = await send(scene, candidateImport({ ...list, systemId, exam }));
  return imported.state === 'acknowledged' ? { examId: exam.id, addresses: addressesOf(list) } : null;
}

export function send(scene: Sender, operation: Operation): Promise<Entry> {
  return scene.testbed.history.send(clientOf(scene), operation);
}

function clientOf({ client, testbed }: Sender): Client {
  return client ?? testbed.client;
}

async function untilOver({ testbed, over }: Scene, act: () => Promise<void>): Promise<void> {
  while (!over.aborted) {
    const before = testbed.history.count('unknown');
    await act();
    // Pauses while the program does not answer.
    if (testbed.history.count('unknown') > before) await wait(50);
  }
}
