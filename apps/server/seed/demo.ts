import { languages } from '@guichet/contract/core/language';
import { seedSystems } from '@guichet/contract/landings';
import { admit, machineGrant } from '../src/access/access.service.ts';
import { keepBooks, record, write } from '../src/audit/audit.service.ts';
import { createExamSpace } from '../src/exams/exams.service.ts';
import { importCandidates } from '../src/imports/imports.service.ts';
import { giveSamplePlaces } from '../src/learning/learning.service.ts';
import { getMessage, saveMessage } from '../src/messages/messages.service.ts';
import { giveSampleEnds } from '../src/outbox/outbox.service.ts';
import { secondsAfter } from '../src/platform/clock.ts';
import type { SystemGrant } from '../src/platform/grant.ts';
import type { House } from '../src/platform/house.ts';
import { announceDemo } from '../src/platform/startLines.ts';
import { createAccount, findAccountByEmail, updateLastVisit } from '../src/users/users.service.ts';
import { guidelines } from './demoAttachment.ts';
import { candidateList } from './demoCandidates.ts';
import { houseAt, livePast, openPastSessions } from './demoPast.ts';
import { posts, staffOf } from './demoStaff.ts';

/** The same for everybody: the demo is a playground, and start-up prints it. */
const demoPassword = 'Demo#2027';

const superAdmin = { email: 'super@demo.example', firstName: 'Solange', lastName: 'Bélanger' };
const day = 24 * 60 * 60;

/** Fills an empty database with a little university (readings §4); does nothing when it is there already. */
export async function seedDemo(house: House): Promise<void> {
  if (!(await findAccountByEmail(house.database.read, superAdmin.email))) {
    const passwordHash = await house.hashing.hash(demoPassword);
    // Long enough ago for what livePast tells of; whoever works here was here yesterday.
    const superAdminId = await makeAccounts(houseAt(house, 400), passwordHash, houseAt(house, 1).clock.now());
    for (const system of seedSystems) await fillSystem(house, superAdminId, system, passwordHash);
    await keepBooks(house, async (tx) => {
      await giveSampleEnds(tx, 3, house.clock.now());
      await giveSamplePlaces(tx, 3, house.clock.now());
    });
  }
  announceDemo([
    { email: superAdmin.email, password: demoPassword, role: 'super admin' },
    ...posts.map(({ name, role }) => ({
      email: `${name}.dc@demo.example`,
      password: demoPassword,
      role: `${role}, DC`,
    })),
    {
      email: '{admin|support|candidate}.{system}@demo.example',
      password: demoPassword,
      role: 'the other eight systems',
    },
  ]);
}

async function makeAccounts(house: House, passwordHash: string, lastVisitAt: Date): Promise<number> {
  const now = house.clock.now();
  const account = { language: 'fr' as const, passwordHash, mustChoosePassword: false };
  return write(house, machineGrant('demo'), async (tx) => {
    for (const { id: systemId, slug } of seedSystems) {
      for (const { name, role, profession } of posts) {
        const email = `${name}.${slug}@demo.example`;
        const roles = [{ role, systemId }];
        const id = await createAccount(
          tx,
          { ...account, ...staffOf(slug)[name], profession, email, roles },
          now,
        );
        await updateLastVisit(tx, id, lastVisitAt);
      }
    }
    const roles = [{ role: 'superAdmin' as const, systemId: null }];
    const id = await createAccount(tx, { ...account, ...superAdmin, roles }, now);
    await updateLastVisit(tx, id, lastVisitAt);
    return record(id, { action: 'demo.seeded', subject: null });
  });
}

/** A past, and two exam spaces; candidates in the nearer one, among them the demo candidate herself. */
async function fillSystem(
  house: House,
  superAdminId: number,
  { id: systemId, slug }: { readonly id: number; readonly slug: string },
  passwordHash: string,
): Promise<void> {
  const grant = await grantFor(house, superAdminId, systemId);
  const before = seedSystems.filter(({ id }) => id < systemId).map(({ id }) => candidatesOf(id));
  const list = {
    slug,
    candidate: staffOf(slug).candidate,
    start: before.reduce((sum, count) => sum + count, 0),
    count: candidatesOf(systemId),
  };
  const past = await openPastSessions(house, grant);
  await attachGuidelines(house, grant);
  const examDate = (days: number) =>
    secondsAfter(house.clock.now(), days * day)
      .toISOString()
      .slice(0, 10);
  const near = await createExamSpace(house, grant, {
    title: 'Session d’hiver – groupe A',
    examDate: examDate(12 + systemId),
  });
  await createExamSpace(house, grant, {
    title: 'Spring session – group B',
    examDate: examDate(90 + systemId),
  });
  const file = { fileName: `liste-${slug}.csv`, bytes: candidateList(list) };
  const order = {
    selectedCourse: near.courseId,
    languageId: 'fr' as const,
    sendEmail: true,
    reader: 'fr' as const,
  };
  await importCandidates(house, grant, order, file);
  await livePast(house, grant, past, list, passwordHash);
}

/** A full list in one system and short ones elsewhere, so that the demo starts quickly. */
function candidatesOf(systemId: number): number {
  return systemId === 3 ? 60 : 12;
}

/** The messages of the first start, now with an attachment in their language. */
async function attachGuidelines(house: House, grant: SystemGrant): Promise<void> {
  for (const language of languages) {
    const message = await getMessage(house.database.read, grant.systemId, language);
    await saveMessage(house, grant, language, message, guidelines(language));
  }
}

async function grantFor(house: House, userId: number, systemId: number): Promise<SystemGrant> {
  const identity = {
    sessionId: 'demo',
    userId,
    fullName: `${superAdmin.firstName} ${superAdmin.lastName}`,
    email: superAdmin.email,
    roles: [{ role: 'superAdmin' as const, systemId: null }],
    mustChoosePassword: false,
    isPasswordDue: false,
    isFactorDue: false,
    actor: null,
  };
  return (await admit(house.database.read, identity, { level: 'admin' }, systemId)) as SystemGrant;
}
