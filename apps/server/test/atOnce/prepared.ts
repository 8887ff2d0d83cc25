import { randomUUID } from 'node:crypto';
import { renewCalendarFeed } from '@guichet/contract/exams/candidate.calendar';
import { createExamSpace } from '@guichet/contract/exams/exams';
import { makeLaunch } from '../launch.ts';
import type { Caller, TestPortal } from '../portal.ts';
import { type Request, requests } from '../rights/requests.ts';

/** A person and the complete request that she sends. */
export interface Prepared {
  readonly who: Caller;
  readonly request: Request;
}

const ownPassword = 'Cle-Sure#1';
const next = { newPassword: 'Autre-Cle#2', confirmNewPassword: 'Autre-Cle#2' };

async function somebody(portal: TestPortal): Promise<Caller> {
  return portal.as('student', 3, { email: `${randomUUID()}@etu.example.ca` });
}

/** An administrator who has come by the link of a course, to an exam or to choose one. */
async function byLaunch(portal: TestPortal, to: 'exam' | 'choice'): Promise<Prepared> {
  // The first signature makes its key.
  await portal.app.inject('/oidc/jwks');
  const who = await portal.as('admin', 3);
  const exam = { title: randomUUID(), examDate: '2027-06-01' };
  const { reply } = await who.call(createExamSpace, { params: { systemId: 3 }, body: exam });
  const examId = reply.id;
  const launch = await makeLaunch(portal, to === 'exam' ? examId : null);
  return { who, request: to === 'exam' ? launch : { ...launch, body: { examId } } };
}

async function onFirstDay(portal: TestPortal): Promise<Prepared> {
  await portal.context.database.transact((tx) => tx.deleteFrom('setup_steps').execute());
  return { who: await portal.superAdmin(), request: {} };
}

/** Calls about the account of the sender, who is a new person each time, and those that set what is set already after once. */
export const prepared: Record<string, (portal: TestPortal) => Promise<Prepared>> = {
  changePassword: async (portal) => ({
    who: await somebody(portal),
    request: { body: { ...next, currentPassword: ownPassword } },
  }),
  chooseFirstPassword: async (portal) => {
    const who = await somebody(portal);
    const { clock, database } = portal.context;
    await database.transact((tx) =>
      tx
        .updateTable('users')
        .set({ must_choose_password_since: clock.now() })
        .where('id', '=', who.userId)
        .execute(),
    );
    return { who, request: { body: next } };
  },
  changeOwnLanguage: async (portal) => ({
    who: await somebody(portal),
    request: { body: { languageId: 'en' } },
  }),
  // The administrators are told of a request once an hour.
  requestCorrectionOf: async (portal) => {
    await portal.context.database.transact((tx) =>
      tx.deleteFrom('outgoing_mails').where('key', 'like', 'correctionWaits:%').execute(),
    );
    const body = { field: 'name', request: 'Zoé' };
    return {
      who: await portal.as('support', 3),
      request: { params: { id: (await somebody(portal)).userId }, body },
    };
  },
  closeSetup: onFirstDay,
  confirmBackup: async (portal) => ({
    ...(await onFirstDay(portal)),
    request: { body: { restoredOn: '2026-01-01' } },
  }),
  saveUniversity: async (portal) => {
    await portal.context.database.transact((tx) => tx.deleteFrom('university').execute());
    const body = { fr: 'Université du Nord', en: 'University of the North', version: 0 };
    return { who: await portal.superAdmin(), request: { body } };
  },
  saveBroadcast: async (portal) => {
    await portal.context.database.transact((tx) => tx.deleteFrom('broadcast').execute());
    return { who: await portal.superAdmin(), request: (requests.saveBroadcast as () => Request)() };
  },
  setInvitationCalendar: async (portal) => {
    await portal.context.database.transact((tx) =>
      tx.updateTable('systems').set({ invitation_calendar: true }).execute(),
    );
    return {
      who: await portal.superAdmin(),
      request: { params: { systemId: 3 }, body: { isAttached: false } },
    };
  },
  setArchived: async (portal) => {
    await portal.context.database.transact((tx) =>
      tx.updateTable('systems').set({ archived_at: new Date() }).where('id', '=', 9).execute(),
    );
    return {
      who: await portal.superAdmin(),
      request: { params: { systemId: 9 }, body: { isArchived: false } },
    };
  },
  impersonate: async (portal) => {
    const { userId } = await portal.make('student', 3, { email: `${randomUUID()}@etu.example.ca` });
    const body = { reason: 'at once', password: ownPassword };
    return { who: await portal.as('superAdmin'), request: { params: { id: userId }, body } };
  },
  revokeCalendarFeed: async (portal) => {
    const who = await somebody(portal);
    await who.call(renewCalendarFeed);
    return { who, request: {} };
  },
  openLaunch: (portal) => byLaunch(portal, 'exam'),
  chooseLaunchExam: (portal) => byLaunch(portal, 'choice'),
  logout: async (portal) => ({ who: await somebody(portal), request: {} }),
  forgotPassword: async (portal) => {
    const { email } = await portal.make('student', 3, { email: `${randomUUID()}@etu.example.ca` });
    return { who: portal.nobody, request: { body: { email, systemId: 3, languageId: 'fr' } } };
  },
  refresh: async (portal) => {
    const { email } = await portal.make('student', 3, { email: `${randomUUID()}@etu.example.ca` });
    const { accessToken, refreshToken } = await portal.openPair(email, ownPassword);
    return { who: portal.nobody, request: { query: { token: accessToken, refreshToken } } };
  },
};
