/** Owns the refusal of weak passwords. Does not know the form that a password comes from. */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { AppContext } from '../../../core/context/appContext.ts';
import { findUniversityName, type UniversityName } from '../../../core/database/universityName.ts';
import { openSemaphore } from '../../../core/runtime/concurrency/semaphore.ts';
import { invalidField } from '../../../core/runtime/errors.ts';
import { listSystems } from '../../../systems/system/systems.service.ts';
import type { Account } from '../users.queries.ts';
import type { StrengthFault } from './passwordStrength.ts';
import type { StrengthQuestion } from './strength.worker.ts';

/** The future owner of the password. */
type Owner = Pick<Account, 'email' | 'firstName' | 'lastName'> & {
  readonly studentNumber?: string | null | undefined;
};

type Named = Pick<Awaited<ReturnType<typeof listSystems>>[number], 'name' | 'slug' | 'coursePrefix'>;

/** Names that everybody here knows: the product and the roles. */
const known = ['guichet', 'portail', 'portal', 'super admin', 'candidat', 'candidate', 'support', 'soutien'];

/** Refuses a weak password (ASVS 6.2.4, 6.2.11, 6.2.12). @throws `request.invalid` at `newPassword` */
export async function refuseWeakPassword(
  context: Pick<AppContext, 'database' | 'config' | 'clock'>,
  password: string,
  owner: Owner,
): Promise<void> {
  const fault = await findPasswordFault(context, password, owner);
  if (fault) throw invalidField('newPassword', fault);
}

/** The message key of a password's weakness; null if there is none. */
export async function findPasswordFault(
  context: Pick<AppContext, 'database' | 'config' | 'clock'>,
  password: string,
  owner: Owner,
): Promise<StrengthFault | null> {
  return findFaultAmong(password, owner, {
    university: await findUniversityName(context),
    systems: await listSystems(context.database.read),
  });
}

/** The same for names that are known without the database. */
export function findFaultAmong(
  password: string,
  { email, firstName, lastName, studentNumber }: Owner,
  { university, systems }: { readonly university: UniversityName; readonly systems: readonly Named[] },
): Promise<StrengthFault | null> {
  // Takes only the local part of the address: the domain is in the university's name.
  const [mailbox = ''] = email.split('@');
  const initials = initialsOf(`${firstName} ${lastName}`);
  const own = [mailbox, firstName, lastName, ...initials, studentNumber ?? ''];
  const ofSystems = systems.flatMap(({ name, slug, coursePrefix }) => [name, slug, coursePrefix]);
  const around = [...known, university.fr, university.en, ...ofSystems, ...own];
  return askStrengthThread({ password, around });
}

/** The initials of a name, in both directions. */
function initialsOf(name: string): string[] {
  const letters = name.split(/[\s\p{Pd}]+/u).map((word) => word.slice(0, 1));
  return [letters.join(''), letters.toReversed().join('')];
}

/** Ends the idle thread to release its 45 MB of dictionaries. */
const idleMilliseconds = 5 * 60 * 1000;
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 2 };

const acquireTurn = openSemaphore(1, 100);
let thread: Worker | null = null;
let idle: NodeJS.Timeout | undefined;

/**
 * Runs `findStrengthFault` in a worker thread, started on demand and ended when idle, so that neither loading
 * the dictionaries nor an estimate blocks the event loop.
 * @throws AppError `busy` when too many requests wait
 */
export async function askStrengthThread(question: StrengthQuestion): Promise<StrengthFault | null> {
  const release = await acquireTurn();
  clearTimeout(idle);
  thread ??= startThread();
  // An idle thread must not keep the process alive.
  thread.ref();
  try {
    thread.postMessage(question);
    const [fault] = await once(thread, 'message');
    return fault;
  } finally {
    thread?.unref();
    idle = setTimeout(endThread, idleMilliseconds).unref();
    release();
  }
}

function startThread(): Worker {
  const worker = new Worker(new URL('./strength.worker.ts', import.meta.url), { resourceLimits });
  // Rejects the current request; the next request starts a new thread.
  worker.on('error', () => {
    thread = null;
  });
  return worker;
}

function endThread(): void {
  void thread?.terminate();
  thread = null;
}
