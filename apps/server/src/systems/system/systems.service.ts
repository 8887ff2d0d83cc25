/** Owns the programme systems: names, addresses, role words, frames of mails. Does not know who may enter. */

import { isDeepStrictEqual } from 'node:util';
import type { BodyOf, ReplyOf } from '@guichet/contract/core/endpoint';
import type { Language } from '@guichet/contract/core/language';
import { seedSystems as seeds } from '@guichet/contract/systems/landings';
import type { changeSystem as changeEndpoint, SystemEditConflict } from '@guichet/contract/systems/systems';
import type { FoundOffice, OfficeContact } from '@guichet/contract/systems/systems.office';
import {
  type AuditLine,
  record,
  selectLinesAbout,
  unchanged,
  write,
} from '../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemGrant, WriteTx } from '../../core/context/appContext.ts';
import { AppError } from '../../core/runtime/errors.ts';
import * as university from '../university/university.service.ts';
import { selectLogoSize } from './logo/logo.queries.ts';
import * as queries from './systems.queries.ts';

export type { InitDefaults } from './createSystem.ts';
export {
  listSystems,
  lockSystem,
  type SystemRow,
  selectInvitationCalendar,
  updateSystemPlatform,
} from './systems.queries.ts';

import { lockSystem, type SystemRow, updateSystem } from './systems.queries.ts';

/** @throws AppError `system.notFound` */
export async function getSystem(db: ReadDb, systemId: number): Promise<queries.SystemRow> {
  const system = await queries.selectSystem(db, systemId);
  if (!system) throw new AppError('system.notFound');
  return system;
}

/** A system that is not put aside. @throws AppError `system.archived` */
export async function getUsedSystem(db: ReadDb, systemId: number): Promise<queries.SystemRow> {
  const system = await getSystem(db, systemId);
  if (system.isArchived) throw new AppError('system.archived', { params: { name: system.name } });
  return system;
}

/** Changes the given fields and returns the system; the audit line holds each changed field before and after. */
export async function changeSystem(
  context: AppContext,
  grant: SystemGrant,
  { before: seen, ...change }: BodyOf<typeof changeEndpoint>,
): Promise<ReplyOf<typeof changeEndpoint>> {
  return write<ReplyOf<typeof changeEndpoint>>(context, grant, async (tx) => {
    await queries.lockSystem(tx, grant.systemId);
    const before = await getSystem(tx, grant.systemId);
    const names = Object.keys(change) as (keyof typeof change)[];
    if (seen && names.some((name) => before[name] !== seen[name] && before[name] !== change[name]))
      return unchanged(await editConflict(tx, before));
    const after = {
      ...before,
      name: change.name,
      templateId: change.templateId === undefined ? before.templateId : change.templateId,
      semesterId: change.semesterId === undefined ? before.semesterId : change.semesterId,
      ...university.statedMailFields(change, before),
    };
    const line = lineOfChange(before, after);
    if (!line) return unchanged(before);
    const { name, templateId, semesterId } = after;
    const numbers = { template_id: templateId, semester_id: semesterId };
    await queries.updateSystem(tx, before.id, { name, ...numbers, ...university.mailColumns(after) });
    return record(after, line);
  });
}

/** The reply to an edit conflict, with the time and author of the last change. */
async function editConflict(tx: WriteTx, current: SystemRow): Promise<SystemEditConflict> {
  const about = {
    subject: `system:${current.id}`,
    actions: ['system.changed'],
    systemIds: 'all',
    ofNone: true,
  } as const;
  const [last] = await selectLinesAbout(tx, about, 1);
  return {
    outcome: 'changedMeanwhile',
    current: { ...current, savedAt: last?.at ?? null, savedBy: last?.actor ?? null },
  };
}

/** The audit line with each changed field before and after; null where nothing changed. */
export function lineOfChange(before: queries.SystemRow, after: queries.SystemRow): AuditLine | null {
  const changed = (Object.keys(after) as (keyof queries.SystemRow)[]).filter(
    (key) => after[key] !== before[key],
  );
  const only = (system: queries.SystemRow) => Object.fromEntries(changed.map((key) => [key, system[key]]));
  return changed.length === 0
    ? null
    : {
        action: 'system.changed',
        subject: `system:${before.id}`,
        systemId: before.id,
        detail: { before: only(before), after: only(after) },
      };
}

/** Lets the invitations of a system carry the exam for calendars, or not; returns what holds then. */
export async function setInvitationCalendar(context: AppContext, grant: SystemGrant, isAttached: boolean) {
  const { systemId } = grant;
  return write(context, grant, async (tx) => {
    await queries.lockSystem(tx, systemId);
    const reply = { isAttached };
    if ((await queries.selectInvitationCalendar(tx, systemId)) === isAttached) return unchanged(reply);
    await queries.updateSystem(tx, systemId, { invitation_calendar: isAttached });
    return record(reply, {
      action: 'message.calendarChanged',
      subject: `system:${systemId}`,
      detail: { calendarFile: isAttached },
    });
  });
}

/** Inserts the nine systems into an empty database (readings §4); false when another process has inserted them. */
export async function seedSystems(tx: WriteTx, now: Date): Promise<boolean> {
  const unset = {
    templateId: null,
    semesterId: null,
    ...university.noMailFields,
    logoId: null,
    isArchived: false,
  };
  const made = await queries.insertSystems(
    tx,
    seeds.map((system) => ({ ...system, ...unset })),
    now,
  );
  return made > 0;
}

/** The frame of a system's mails in a language; null for an unknown system. */
export async function findMailFrame(db: ReadDb, systemId: number, language: Language) {
  const system = await queries.selectSystem(db, systemId);
  if (!system) return null;
  return university.frameIn(
    language,
    system,
    system.logoId === null ? null : await selectLogoSize(db, system.logoId),
  );
}

/** How to reach a program in a language: its own contact, with the university's where the program states none. */
export async function findContact(context: AppContext, systemId: number, language: Language) {
  const { email, phone, office } = await findOffice(context, systemId);
  return { email, phone, office: office?.[language] ?? null };
}

/**
 * The contact of a program with its office in both languages; null: the university's, or the one that all programs share.
 * `programs`: they have different ones.
 */
export async function findOffice(context: AppContext, systemId: number | null): Promise<FoundOffice> {
  const db = context.database.read;
  const [system, mails] = await Promise.all([
    systemId === null ? undefined : queries.selectSystem(db, systemId),
    university.findUniversityMails(context, db),
  ]);
  const [own, contact] = [system && statedContact(system), statedContact(mails)];
  if (own)
    return {
      email: own.email ?? contact.email,
      phone: own.phone ?? contact.phone,
      office: own.office ?? contact.office,
    };
  if (systemId !== null || isReachable(contact)) return contact;
  const systems = await queries.listTitledSystems(db);
  const [first = contact, ...others] = systems.map(statedContact);
  if (others.every((other) => isDeepStrictEqual(other, first))) return first;
  const programs = systems.map((system) => ({ title: system.title, ...statedContact(system) }));
  return { ...contact, programs: programs.filter(isReachable) };
}

function statedContact({ replyTo: email, phone, officeFr, officeEn }: university.MailFields): OfficeContact {
  const [fr, en] = [officeFr ?? officeEn, officeEn ?? officeFr];
  return { email, phone, office: fr !== null && en !== null ? { fr, en } : null };
}

function isReachable({ email, phone, office }: OfficeContact): boolean {
  return email !== null || phone !== null || office !== null;
}

export type CountComingExams = (context: AppContext, tx: WriteTx, systemId: number) => Promise<number>;

/**
 * Puts a system aside that is not used, or takes it back (docs/decisions/064-systems-put-aside.md).
 * @throws AppError `system.hasComingExams`, since people are awaited there
 */
export async function setArchived(
  context: AppContext,
  grant: SystemGrant,
  isArchived: boolean,
  countComingExams: CountComingExams,
): Promise<SystemRow> {
  const { systemId } = grant;
  return write(context, grant, async (tx) => {
    // Exams come into being, return and move under this lock.
    await lockSystem(tx, systemId);
    const before = await getSystem(tx, systemId);
    if (before.isArchived === isArchived) return unchanged(before);
    const count = isArchived ? await countComingExams(context, tx, systemId) : 0;
    if (count > 0) throw new AppError('system.hasComingExams', { params: { count } });
    await updateSystem(tx, systemId, { archived_at: isArchived ? context.clock.now() : null });
    return record(
      { ...before, isArchived },
      {
        action: isArchived ? 'system.archived' : 'system.restored',
        subject: `system:${systemId}`,
        systemId,
        detail: { name: before.name },
      },
    );
  });
}
