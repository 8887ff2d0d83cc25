import { migrations } from '../../../migrations/index.ts';
import { machineGrant } from '../../access/access.service.ts';
import { releaseOutgoing } from '../../outbox/outbox.service.ts';
import { type Inspection, inspectDatabase } from '../../platform/database/inspect.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import { type AdminOrder, createAdmin as makeAdmin } from '../createAdmin.ts';
import { importList } from '../import/importList.ts';

/**
 * What a command does where the database is open: in the server that has it, or in the command itself. What goes in and
 * comes out travels as JSON.
 */
type Operation<I, O> = (
  context: AppContext,
  input: I,
  file: Buffer,
  tell: (progress: unknown) => void,
) => Promise<O>;

/** Copies the files of the embedded database, and says for how many seconds others waited at most. */
const snapshot: Operation<{ readonly folder: string }, number> = async ({ database }, { folder }) =>
  (await database.copyFiles(folder)) / 1000;

const createAdmin: Operation<AdminOrder, string | null> = (context, order) => makeAdmin(context, order);

const inspect: Operation<Record<string, never>, Inspection> = ({ database, keys }) =>
  inspectDatabase(database, Object.keys(migrations), keys.fingerprint);

const release: Operation<Record<string, never>, number | null> = (context) =>
  releaseOutgoing(context, machineGrant('guichet release'));

export const operations = { snapshot, createAdmin, inspect, importList, release };

export type OperationName = keyof typeof operations;
export type InputOf<N extends OperationName> = Parameters<(typeof operations)[N]>[1];
export type OutputOf<N extends OperationName> = Awaited<ReturnType<(typeof operations)[N]>>;
