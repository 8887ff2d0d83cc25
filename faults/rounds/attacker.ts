import { openToken } from '../history/client.ts';
import type { Testbed } from '../places/testbed.ts';

/** Creates a person with one role, and signs her in. */
export async function tokenOf(testbed: Testbed, role: string): Promise<{ readonly token: string }> {
  const email = `${testbed.newName('attacker')}@example.ca`;
  const password = 'Premier#Jour1';
  const made = await testbed.client.post('/api/user/newUser', {
    userName: email,
    firstName: 'Noé',
    lastName: 'Roy',
    roleList: [role],
    sendEmail: false,
    languageId: 1,
    newPassword: password,
    confirmNewPassword: password,
  });
  if (made.status !== 200) throw new Error(`${email} could not be made: ${JSON.stringify(made)}`);
  return { token: await openToken(testbed.portal.url, { username: email, password }) };
}
