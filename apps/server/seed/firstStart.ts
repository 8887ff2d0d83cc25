import { passwordFaults } from '@guichet/contract/identity/passwordRule';
import { seedSystems as systems } from '@guichet/contract/systems/landings';
import { findAuthor, record, unchanged, write } from '../src/core/audit/audit.service.ts';
import type { AppContext } from '../src/core/context/appContext.ts';
import { type Config, ConfigError } from '../src/core/runtime/config.ts';
import { operatorText } from '../src/core/runtime/operatorText.ts';
import { machineGrant } from '../src/identity/access/access.service.ts';
import { findFaultAmong } from '../src/identity/users/passwordStrength/refuseWeakPassword.service.ts';
import {
  createAccount,
  drawPassword,
  lockFirstStart,
  superAdminExists,
} from '../src/identity/users/users.service.ts';
import { makeFirstMessages, seedMessages } from '../src/mail/messages/messages.service.ts';
import { announceFirstAdmin } from '../src/startLines.ts';
import { seedContent } from '../src/systems/content/content.service.ts';
import { seedSystems } from '../src/systems/system/systems.service.ts';
import { firstContent } from './content.ts';

/** Creates what the first sign-in needs: the nine systems with their texts, and a super admin. */
export async function prepareFirstStart(context: AppContext): Promise<void> {
  await seedNineSystems(context);
  await makeFirstAdmin(context);
}

/** In one transaction, so that a start that is killed begins again. */
async function seedNineSystems(context: AppContext): Promise<void> {
  const now = context.clock.now();
  const grant = machineGrant('first start');
  const program = findAuthor(grant);
  await write(context, grant, async (tx) => {
    if (!(await seedSystems(tx, now))) return unchanged(false);
    await seedContent(tx, firstContent, program, now);
    await seedMessages(
      tx,
      systems.flatMap(({ id }) => makeFirstMessages(id)),
      program,
      now,
    );
    return record(true, { action: 'systems.seeded', subject: null });
  });
}

const firstAdmin = { firstName: 'Super', lastName: 'Admin' };

async function makeFirstAdmin(context: AppContext): Promise<void> {
  if (await superAdminExists(context.database.read)) return;
  const { email, password: given } = context.config.bootstrapAdmin;
  await requireStrongFirstPassword(context.config);
  const password = given ?? drawPassword(context.clock);
  const passwordHash = await context.hashing.hash(password);
  const made = await write(context, machineGrant('first start'), async (tx) => {
    await lockFirstStart(tx);
    if (await superAdminExists(tx)) return unchanged(null);
    const userId = await createAccount(
      tx,
      {
        email,
        ...firstAdmin,
        language: 'fr',
        passwordHash,
        mustChoosePassword: false,
        roles: [{ role: 'superAdmin', systemId: null }],
      },
      context.clock.now(),
    );
    return record(userId, { action: 'user.created', subject: `user:${userId}` });
  });
  // The operator knows the password that he has set; printing it would copy it into logs.
  if (made !== null && !given) announceFirstAdmin(email, password);
}

/** Applies the password rules to the setting, which needs no database. @throws ConfigError */
export async function requireStrongFirstPassword({ bootstrapAdmin, universityName }: Config): Promise<void> {
  const { email, password } = bootstrapAdmin;
  if (!password) return;
  const refuse = (why: 'valuePasswordForm' | 'valuePasswordWeak') =>
    new ConfigError(
      operatorText('settingInvalid', { name: 'BOOTSTRAP_ADMIN_PASSWORD', why: operatorText(why) }),
    );
  if (passwordFaults(password).length > 0) throw refuse('valuePasswordForm');
  const around = { university: universityName, systems };
  if (await findFaultAmong(password, { email, ...firstAdmin }, around)) throw refuse('valuePasswordWeak');
}
