import { migrations } from '../../../../migrations/index.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import { machineGrant } from '../../../identity/access/access.service.ts';
import { replaceKeys as replaceSigningKeys } from '../../../identity/provider/provider.service.ts';
import { releaseOutgoing } from '../../../mail/outbox/outbox.service.ts';
import { type AdminOrder, type MadeAdmin, createAdmin as makeAdmin } from '../createAdmin.ts';
import { importList } from '../import/importList.ts';
import { type Inspection, inspectDatabase } from '../inspectDatabase.queries.ts';

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

const inspect: Operation<Record<string, never>, Inspection> = ({ database, keys }) =>
  inspectDatabase(database, Object.keys(migrations), keys.fingerprint);

const release: Operation<Record<string, never>, number | null> = (context) =>
  releaseOutgoing(context, machineGrant('guichet release'));

const replaceKeys: Operation<Record<string, never>, null> = async (context) => {
  await replaceSigningKeys(context, machineGrant('guichet replace-keys'));
  return null;
};

export const operations = { snapshot, createAdmin, inspect, importList, release, replaceKeys };

export type OperationName = keyof typeof operations;
export type InputOf<N extends OperationName> = Parameters<(typeof operations)[N]>[1];
export type OutputOf<N extends OperationName> = Awaited<ReturnType<(typeof operations)[N]>>;
