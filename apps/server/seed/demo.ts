import { languages } from '@guichet/contract/core/language';
import { seedSystems } from '@guichet/contract/systems/landings';
import { record, systemTransaction, write } from '../src/core/audit/audit.service.ts';
import type { AppContext, SystemGrant } from '../src/core/context/appContext.ts';
import { secondsAfter } from '../src/core/runtime/clock.ts';
import { operatorText } from '../src/core/runtime/operatorText.ts';
import { createExamSpace } from '../src/exams/exam/exams.service.ts';
import { admit, machineGrant } from '../src/identity/access/access.service.ts';
import {
  createAccount,
  findAccountByEmail,
  hasSeveralAccounts,
  updateExtraTimeRights,
  updateLastVisit,
} from '../src/identity/users/users.service.ts';
import { importCandidates } from '../src/imports/imports.service.ts';
import { makeRemark, seedDemoPlaces } from '../src/learning/learning.service.ts';
import { getMessage, saveMessage } from '../src/mail/messages/messages.service.ts';
import { dropDemoLinks, seedDemoOutcomes } from '../src/mail/outbox/outbox.service.ts';
import { announceDemo, announceDemoLeftOut } from '../src/startLines.ts';
import { changeSystem, getSystem } from '../src/systems/system/systems.service.ts';
import { guidelines } from './demoAttachment.ts';
import { candidateList } from './demoCandidates.ts';
import { contextAt, livePast, openPastSessions, type PastSession } from './demoPast.ts';
import { posts, staffOf } from './demoStaff.ts';

/** The password of all demo accounts; printed at start. */
const demoPassword = 'Demo#2027';

const superAdmin = { email: 'super@demo.example', firstName: 'Solange', lastName: 'Bélanger' };
const day = 24 * 60 * 60;

/** Hours, place and instructions of the exams to come. */
const examDay = {
  startTime: '09:00',
  endTime: '12:00',
  placeFr: 'Pavillon Laurier, salle 204',
  placeEn: 'Laurier Hall, room 204',
  instructionsFr:
    'L’examen se passe sur les ordinateurs de la salle. Apportez une pièce d’identité avec photo, et arrivez quinze minutes à l’avance.',
  instructionsEn:
    'You will write the exam on the computers in the room. Bring photo identification, and arrive fifteen minutes early.',
};

/** Where and when candidates of a system find somebody; nobody reads replies. */
function officeOf(systemId: number) {
  const opens = 8 + (systemId % 3);
  return {
    phone: `613 555-0${11 + systemId}0`,
    officeFr: `Pavillon Laurier, bureau ${systemId}10, du lundi au vendredi, de ${opens}\u00a0h à ${opens + 7}\u00a0h`,
    officeEn: `Laurier Hall, room ${systemId}10, Monday to Friday, ${opens} a.m. to ${opens - 5} p.m.`,
  };
}

/** Fills an empty database with a demo university (readings §4); does nothing when it is there already, or people have accounts. */
export async function seedDemo(context: AppContext): Promise<void> {
  const { read } = context.database;
  if (!(await findAccountByEmail(read, superAdmin.email))) {
    // Everybody knows the passwords of the demo.
    if (await hasSeveralAccounts(read)) return announceDemoLeftOut();
    const passwordHash = await context.hashing.hash(demoPassword);
    // Older than the earliest session of livePast; staff were last active yesterday.
    const superAdminId = await makeAccounts(
      contextAt(context, 400),
      passwordHash,
      contextAt(context, 1).clock.now(),
    );
    const grants = await Promise.all(seedSystems.map(({ id }) => grantFor(context, superAdminId, id)));
    const past = await openPastSessions(context, grants);
    for (const [n, grant] of grants.entries()) {
      const { slug = '' } = seedSystems[n] ?? {};
      await fillSystem(context, grant, slug, past.get(grant.systemId) ?? [], passwordHash);
    }
    await systemTransaction(context, async (tx) => {
      const { firstName, lastName } = staffOf('dc').admin;
      await seedDemoOutcomes(tx, 3, { now: context.clock.now(), by: `${firstName} ${lastName}` });
      await seedDemoPlaces(tx, 3, context.clock.now(), {
        taken: makeRemark('addressTaken'),
        down: makeRemark('badStatus', { status: 503 }),
      });
    });
  }
  announceDemo([
    { email: superAdmin.email, password: demoPassword, role: operatorText('demoRole.superAdmin') },
    ...posts.map(({ name, role }) => ({
      email: `${name}.dc@demo.example`,
      password: demoPassword,
      role: operatorText(`demoRole.${role}`),
    })),
    {
      email: '{admin|support|candidate}.{system}@demo.example',
      password: demoPassword,
      role: operatorText('demoRole.others'),
    },
  ]);
}

async function makeAccounts(context: AppContext, passwordHash: string, lastVisitAt: Date): Promise<number> {
  const now = context.clock.now();
  const account = { language: 'fr' as const, passwordHash, mustChoosePassword: false };
  return write(context, machineGrant('demo'), async (tx) => {
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
        // As of every new administrator of a system.
        if (role === 'admin') await updateExtraTimeRights(tx, id, { given: [systemId], taken: [], now });
      }
    }
    const roles = [{ role: 'superAdmin' as const, systemId: null }];
    const id = await createAccount(tx, { ...account, ...superAdmin, roles }, now);
    await updateLastVisit(tx, id, lastVisitAt);
    return record(id, { action: 'demo.seeded', subject: null });
  });
}

/** Two exam spaces and what lies in the past; the nearer one has the candidates, among them the demo candidate. */
async function fillSystem(
  context: AppContext,
  grant: SystemGrant,
  slug: string,
  past: readonly PastSession[],
  passwordHash: string,
): Promise<void> {
  const { systemId } = grant;
  const before = seedSystems.filter(({ id }) => id < systemId).map(({ id }) => candidatesOf(id));
  const list = {
    slug,
    candidate: staffOf(slug).candidate,
    start: before.reduce((sum, count) => sum + count, 0),
    count: candidatesOf(systemId),
  };
  await attachGuidelines(context, grant);
  const system = await getSystem(context.database.read, systemId);
  await changeSystem(context, grant, { ...system, ...officeOf(systemId) });
  const examDate = (days: number) =>
    secondsAfter(context.clock.now(), days * day)
      .toISOString()
      .slice(0, 10);
  const near = await createExamSpace(context, grant, {
    title: 'Séance 3 – groupe A',
    titleEn: 'Sitting 3 – group A',
    examDate: examDate(12 + systemId),
    ...examDay,
  });
  await createExamSpace(context, grant, {
    title: 'Séance 4 – groupe B',
    titleEn: 'Sitting 4 – group B',
    examDate: examDate(90 + systemId),
    ...examDay,
  });
  const file = { fileName: `liste-${slug}.csv`, bytes: candidateList(list) };
  const order = {
    selectedCourse: near.courseId,
    languageId: 'fr' as const,
    sendEmail: true,
    reader: 'fr' as const,
  };
  await importCandidates(context, grant, order, file);
  await livePast(context, grant, past, list, passwordHash);
  await systemTransaction(context, (tx) => dropDemoLinks(tx, systemId));
}

/** A full list in one system and short ones elsewhere, so that the demo starts quickly. */
function candidatesOf(systemId: number): number {
  return systemId === 3 ? 60 : 12;
}

/** Adds an attachment in the same language to the initial messages. */
async function attachGuidelines(context: AppContext, grant: SystemGrant): Promise<void> {
  for (const language of languages) {
    const name = { kind: 'invitation', language } as const;
    const message = await getMessage(context.database.read, { systemId: grant.systemId, ...name });
    await saveMessage(context, grant, name, message, guidelines(language));
  }
}

async function grantFor(context: AppContext, userId: number, systemId: number): Promise<SystemGrant> {
  const identity = {
    sessionId: 'demo',
    userId,
    fullName: `${superAdmin.firstName} ${superAdmin.lastName}`,
    email: superAdmin.email,
    roles: [{ role: 'superAdmin' as const, systemId: null }],
    mustChoosePassword: false,
    isByProvider: false,
    isPasswordDue: false,
    isFactorDue: false,
    actor: null,
  };
  return (await admit(context.database.read, identity, { level: 'admin' }, systemId)) as SystemGrant;
}
