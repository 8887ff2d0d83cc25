import { migrations } from '../../../../migrations/index.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import { selectExams } from '../../../exams/facts/facts.service.ts';
import { machineGrant } from '../../../identity/access/access.service.ts';
import { replaceKeys as replaceSigningKeys } from '../../../identity/provider/provider.service.ts';
import { findHeldMails, type HeldMails, releaseOutgoing } from '../../../mail/outbox/outbox.service.ts';
import { getSystem, listSystems } from '../../../systems/system/systems.service.ts';
import { type AdminOrder, type MadeAdmin, createAdmin as makeAdmin } from '../createAdmin.ts';
import { importList } from '../import/importList.ts';
import { type Inspection, inspectThoroughly } from '../inspectDatabase.queries.ts';

/** The work of a command, in the server or in the command's own process; input and output are JSON. */
export type Operation<I, O> = (
  context: AppContext,
  input: I,
  file: Buffer,
  tell: (progress: unknown) => void,
) => Promise<O>;

/** Copies the files of the embedded database into `folder`; returns the longest time, in seconds, that a writer waited. */
const snapshot: Operation<{ readonly folder: string }, number> = async ({ database }, { folder }) =>
  (await database.copyFiles(folder)) / 1000;

const createAdmin: Operation<AdminOrder, MadeAdmin> = (context, order) => makeAdmin(context, order);

const inspect: Operation<Record<string, never>, Inspection> = ({ database, keys, clock }) =>
  inspectThoroughly(database, Object.keys(migrations), keys.fingerprint, false, clock);

const findHeld: Operation<Record<string, never>, HeldMails | null> = ({ database }) =>
  findHeldMails(database.read);

const release: Operation<Record<string, never>, number | null> = (context) =>
  releaseOutgoing(context, machineGrant('guichet release'));

const replaceKeys: Operation<Record<string, never>, null> = async (context) => {
  await replaceSigningKeys(context, machineGrant('guichet replace-keys'));
  return null;
};

/** The systems with the number of their exams from today on; a single system with these exams. @throws AppError `system.notFound` */
const listExams: Operation<{ readonly systemId: number | null }, readonly SystemWithExams[]> = async (
  { database: { read }, clock },
  { systemId },
) => {
  const systems = systemId === null ? await listSystems(read) : [await getSystem(read, systemId)];
  return Promise.all(
    systems.map(async ({ id, name }) => {
      const exams = await selectExams(read, id, { from: clock.today() });
      return { id, name, count: exams.length, exams: systemId === null ? [] : exams };
    }),
  );
};

interface SystemWithExams {
  readonly id: number;
  readonly name: string;
  readonly count: number;
  readonly exams: readonly { readonly courseId: string; readonly date: string; readonly title: string }[];
}

export const operations = {
  snapshot,
  createAdmin,
  inspect,
  importList,
  listExams,
  findHeld,
  release,
  replaceKeys,
};

export type OperationName = keyof typeof operations;
export type InputOf<N extends OperationName> = Parameters<(typeof operations)[N]>[1];
export type OutputOf<N extends OperationName> = Awaited<ReturnType<(typeof operations)[N]>>;
