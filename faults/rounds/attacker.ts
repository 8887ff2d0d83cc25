import { openToken } from '../ledger/client.ts';
import type { Stand } from '../places/stand.ts';

/** Makes somebody with one role, and signs her in. */
export async function tokenOf(stand: Stand, role: string): Promise<{ readonly token: string }> {
  const email = `${stand.newName('attacker')}@example.ca`;
  const password = 'Premier#Jour1';
  const made = await stand.client.post('/api/user/newUser', {
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
  return { token: await openToken(stand.portal.url, { username: email, password }) };
}
