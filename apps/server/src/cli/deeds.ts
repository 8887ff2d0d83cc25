import { migrations } from '../../migrations/index.ts';
import { machineGrant } from '../access/access.service.ts';
import { releaseOutgoing } from '../outbox/outbox.service.ts';
import type { AppContext } from '../platform/appContext.ts';
import { type Inspection, inspectDatabase } from '../platform/database/inspect.ts';
import { type AdminOrder, createAdmin as makeAdmin } from './createAdmin.ts';
import { importList } from './importList.ts';

/**
 * What a command does where the database is open: in the server that has it, or in the command itself. What goes in and
 * comes out travels as JSON.
 */
type Deed<I, O> = (
  context: AppContext,
  input: I,
  file: Buffer,
  tell: (progress: unknown) => void,
) => Promise<O>;

/** Copies the files of the embedded database, and says for how many seconds others waited at most. */
const snapshot: Deed<{ readonly folder: string }, number> = async ({ database }, { folder }) =>
  (await database.copyFiles(folder)) / 1000;

const createAdmin: Deed<AdminOrder, string | null> = (context, order) => makeAdmin(context, order);

const inspect: Deed<Record<string, never>, Inspection> = ({ database, keys }) =>
  inspectDatabase(database, Object.keys(migrations), keys.fingerprint);

const release: Deed<Record<string, never>, number | null> = (context) =>
  releaseOutgoing(context, machineGrant('guichet release'));

export const deeds = { snapshot, createAdmin, inspect, importList, release };

export type DeedName = keyof typeof deeds;
export type InputOf<N extends DeedName> = Parameters<(typeof deeds)[N]>[1];
export type OutputOf<N extends DeedName> = Awaited<ReturnType<(typeof deeds)[N]>>;
