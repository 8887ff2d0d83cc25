import { foundOf, type Operation } from '../operation.ts';
import type { AuditLogLine } from '../seen.ts';

/** A new account with its role, its audit line and its mail. */
export function newUser(email: string, role: string): Operation {
  const password = 'Premier#Jour1';
  return {
    what: `user ${email}`,
    mailsTo: [email],
    send: (client) =>
      client.post('/api/user/newUser', {
        userName: email,
        firstName: 'Noé',
        lastName: 'Roy',
        roleList: [role],
        sendEmail: true,
        languageId: 1,
        newPassword: password,
        confirmNewPassword: password,
      }),
    async find(seen) {
      const users = await seen.usersWith(email);
      if (users.length > 1) return { wrong: `is there ${users.length} times` };
      return foundOf(
        seen.lines('user.created', ({ detail }) => detail.email === email),
        users.length === 1,
      );
    },
  };
}

/** Replaces a person's role; nobody gets the same role twice. */
export function newRole(
  userId: number,
  role: { readonly name: string; readonly inAuditLog: string },
): Operation {
  return {
    what: `role ${role.name} of user ${userId}`,
    send: (client) => client.post('/api/user/roles', { id: userId, roleList: [role.name] }),
    async find(seen) {
      const lines = seen.lines(
        'user.rolesChanged',
        ({ subject, detail }) =>
          subject === `user:${userId}` && String(rolesGivenIn(detail)) === role.inAuditLog,
      );
      return foundOf(lines, lines > 0);
    },
    register: {
      key: `roles of user ${userId}`,
      value: role.name,
      current: async (seen) => (await seen.user(userId))?.listRole.join(),
    },
  };
}

/** An administrator gets the right to extra time with the role. */
function rolesGivenIn({ given }: AuditLogLine['detail']): readonly unknown[] {
  return Array.isArray(given) ? given.filter((one) => !String(one).startsWith('extraTime:')) : [];
}

export function deactivation(userId: number): Operation {
  return {
    what: `deactivation of user ${userId}`,
    send: (client) =>
      client.post('/api/user/batchupdate', new URLSearchParams({ Ids: String(userId), Action: '2' })),
    async find(seen) {
      const lines = seen.lines('user.deactivated', ({ subject }) => subject === `user:${userId}`);
      return foundOf(lines, (await seen.user(userId))?.isActive === false);
    },
  };
}
