import { createExamSpace } from '@guichet/contract/exams/exams';
import { unenrol } from '@guichet/contract/exams/places';
import { createUser, updatePassword } from '@guichet/contract/identity/account.given';
import { roleName, superAdminName } from '@guichet/contract/identity/roleNames';
import { impersonate } from '@guichet/contract/identity/sessions.impersonation';
import { correctUser, deleteUser, setRoles, updateUsers } from '@guichet/contract/identity/users.changes';
import { importCandidates } from '@guichet/contract/imports/imports';
import { seedSystems } from '@guichet/contract/systems/landings';
import { createSystem } from '@guichet/contract/systems/systems';
import { sql } from 'kysely';
import { accessTokenFor } from '../../src/identity/sessions/tokens.ts';
import { findAccount } from '../../src/identity/users/users.service.ts';
import type { Caller, TestPortal } from '../portal.ts';
import type { Action, Entrusted, Held, Person, Proof, World } from './model.ts';

export const systems = [2, 3] as const;
const password = 'Autre-Cle#2';
const names = { firstName: 'Zoé', lastName: 'Côté' };

/** A portal with given people, and their actions sent over HTTP. */
export async function openStage(portal: TestPortal) {
  const { context } = portal;
  const { database } = context;
  const root = await portal.superAdmin();
  const passwordHash = await context.hashing.hash(password);
  const exams = new Map<number, { id: number; courseId: string }>();
  for (const systemId of systems) {
    const body = { title: 'Session', examDate: context.clock.today() };
    exams.set(systemId, (await root.call(createExamSpace, { params: { systemId }, body })).reply);
  }
  let counter = 0;

  return {
    /** Replaces all people. Returns the new user ids, in order. */
    async people(all: readonly Person[]): Promise<number[]> {
      await database.transact((tx) => sql`delete from users`.execute(tx));
      const ids: number[] = [];
      for (const person of all) {
        const [role, ...more] = person.held;
        const made = await portal.make('student', 2, { email: `n${++counter}@guichet.test` });
        ids.push(made.userId);
        await database.transact(async (tx) => {
          await sql`delete from user_roles where user_id = ${made.userId}`.execute(tx);
          for (const held of role ? [role, ...more] : []) {
            const [name, system = null] = held.split(':');
            const stated = person.guest.includes(held) ? '{}' : null;
            await sql`insert into user_roles (user_id, system_id, role, granted_at, stated)
                      values (${made.userId}, ${system}::integer, ${name}, now(), ${stated}::jsonb)`.execute(
              tx,
            );
          }
          await sql`update users set password_hash = ${passwordHash},
                    deactivated_at = ${person.isActive ? null : context.clock.now()}::timestamptz,
                    email_confirmed_at = ${counter % 2 ? context.clock.now() : null}::timestamptz
                    where id = ${made.userId}`.execute(tx);
        });
      }
      return ids;
    },

    /** The roles and states in the database; password hashes show whether a password was given. */
    async world(): Promise<World> {
      const { rows } = await sql<Person & { id: number }>`
        select u.id, u.deactivated_at is null as "isActive",
          array(select role || coalesce(':' || system_id, '') from user_roles where user_id = u.id order by 1) as held,
          array(select role || coalesce(':' || system_id, '') from user_roles
                where user_id = u.id and stated is not null order by 1) as guest,
          array(select system_id from enrolments where user_id = u.id order by 1) as enrolled
        from users u order by 1`.execute(database.read);
      return new Map(rows.map(({ id, ...person }) => [id, person]));
    },

    async entrusted(): Promise<ReadonlyMap<number, Entrusted>> {
      const { rows } = await sql<Entrusted & { id: number }>`
        select u.id, u.password_given_by as "givenBy", u.email_confirmed_at is not null as "isConfirmed",
          array(select name || ':' || system_id from user_rights where user_id = u.id) as rights
        from users u`.execute(database.read);
      return new Map(rows.map(({ id, ...one }) => [id, one]));
    },

    /** Opens a session. */
    async enter(userId: number): Promise<Caller> {
      context.clock.advance(1);
      const id = context.clock.uuid();
      const now = context.clock.now();
      const until = new Date(now.getTime() + 3_600_000);
      await database.transact(async (tx) => {
        await tx
          .insertInto('sessions')
          .values({ id, user_id: userId, started_at: now, last_used_at: now, expires_at: until })
          .execute();
        // A role of staff on an unconfirmed address opens no session before the mailed link is used.
        await sql`update users set link_due_since = null where id = ${userId}`.execute(tx);
      });
      context.clock.advance(1);
      const account = await findAccount(database.read, userId);
      if (!account) throw new Error('nobody');
      return portal.withToken(accessTokenFor(context, account, [], id), userId);
    },

    /** Sends an action, later than the one before; returns the HTTP status. */
    async send(actor: Caller, action: Action): Promise<{ status: number; token: string | null }> {
      context.clock.advance(1);
      const answer = await call(actor, action);
      const { outcome, accessToken } = (answer.reply ?? {}) as { outcome?: string; accessToken?: string };
      const isRefused = outcome && outcome !== 'corrected' && !accessToken;
      return { status: isRefused ? 403 : answer.status, token: accessToken ?? null };
    },
  };

  async function call(actor: Caller, action: Action): Promise<{ status: number; reply: unknown }> {
    const newPassword = { newPassword: password, confirmNewPassword: password };
    switch (action.kind) {
      case 'create': {
        const userName = `new${++counter}@guichet.test`;
        const body = {
          ...names,
          ...newPassword,
          userName,
          ...proofOf(action),
          roleList: action.roles.map(nameOf),
        };
        return actor.call(createUser, { body: body as never });
      }
      case 'setRoles':
        return actor.call(setRoles, {
          body: { id: action.target, roleList: action.roles.map(nameOf), ...proofOf(action) },
        });
      case 'activate':
      case 'deactivate':
        return actor.call(updateUsers, { body: { Ids: [...action.targets], Action: action.kind } });
      case 'delete':
        return actor.call(deleteUser, { params: { systemId: action.system }, body: { id: action.target } });
      case 'givePassword':
        return actor.call(updatePassword, {
          body: { userId: action.target, ...newPassword, ...proofOf(action) } as never,
        });
      case 'correct': {
        // Another name each time: the language alone may be corrected by more people.
        const firstName = `Zoé ${'abcdefghij'[++counter % 10]}`;
        const body = {
          ...{ id: action.target, ...names, firstName },
          ...{ languageId: 'en', profession: null, newsLetter: false },
        };
        return actor.call(correctUser, { body: body as never });
      }
      case 'impersonate':
        return actor.call(impersonate, { params: { id: action.target }, body: { reason: 'x', password } });
      case 'createSystem': {
        const id = 1000 + ++counter;
        return actor.call(createSystem, { body: { id, name: `S${id}`, coursePrefix: `S${id}` } as never });
      }
      case 'unenrol': {
        const { id: examId = 0 } = exams.get(action.system) ?? {};
        const params = { systemId: action.system, examId, learningPlatformId: `g${action.target}` };
        return actor.call(unenrol, { params });
      }
      case 'import': {
        const { courseId = '' } = exams.get(action.system) ?? {};
        const body = {
          systemId: action.system,
          languageId: 'fr',
          selectedCourse: courseId,
          sendEmail: false,
        };
        const account = await findAccount(database.read, action.target);
        const bytes = `Prénom;Nom;Courriel\nZoé;Côté;${account?.email}`;
        return actor.call(importCandidates, { body: body as never, file: { name: 'liste.csv', bytes } });
      }
    }
  }
}

function proofOf({ proof }: { readonly proof: Proof }) {
  return proof === 'none' ? {} : { proof: { password: proof === 'right' ? password : 'Fausse-Cle#2' } };
}

function nameOf(held: Held): string {
  if (held === 'superAdmin') return superAdminName;
  const [role, id] = held.split(':');
  const system = seedSystems.find((one) => one.id === Number(id));
  if (!system) throw new Error(held);
  return roleName(role as 'student' | 'support' | 'admin', system);
}
