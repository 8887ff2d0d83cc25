import { machineGrant } from '../src/access/access.service.ts';
import { record, unchanged, write } from '../src/audit/audit.service.ts';
import { seedContent } from '../src/content/content.service.ts';
import { seedMessages } from '../src/messages/messages.service.ts';
import type { House } from '../src/platform/house.ts';
import { announceFirstAdmin } from '../src/platform/startLines.ts';
import { seedSystems } from '../src/systems/systems.service.ts';
import { createAccount, drawPassword, superAdminExists } from '../src/users/users.service.ts';
import { firstContent } from './content.ts';
import { firstMessages } from './messages/messages.ts';

/** What must exist before anybody can sign in: the nine systems with their texts, and a super admin. */
export async function prepareFirstStart(house: House): Promise<void> {
  await seedNineSystems(house);
  await makeFirstAdmin(house);
}

/** All of it or nothing, so that a start that is killed half-way begins again. */
async function seedNineSystems(house: House): Promise<void> {
  const now = house.clock.now();
  await write(house, machineGrant('first start'), async (tx) => {
    if (!(await seedSystems(tx, now))) return unchanged(false);
    await seedContent(tx, firstContent, now);
    await seedMessages(tx, firstMessages, now);
    return record(true, { action: 'systems.seeded', subject: null });
  });
}

async function makeFirstAdmin(house: House): Promise<void> {
  if (await superAdminExists(house.database.read)) return;
  const { email, password: given } = house.config.bootstrapAdmin;
  const password = given ?? drawPassword(house.clock);
  const passwordHash = await house.hashing.hash(password);
  await write(house, machineGrant('first start'), async (tx) => {
    const userId = await createAccount(
      tx,
      {
        email,
        firstName: 'Super',
        lastName: 'Admin',
        language: 'fr',
        passwordHash,
        mustChoosePassword: false,
        roles: [{ role: 'superAdmin', systemId: null }],
      },
      house.clock.now(),
    );
    return record(userId, { action: 'user.created', subject: `user:${userId}` });
  });
  // A password that the operator has set is known to the operator; printing it would only put it into logs.
  if (!given) announceFirstAdmin(email, password);
}
