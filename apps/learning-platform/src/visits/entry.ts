import type { Language } from '@guichet/contract/core/language';
import type { Surroundings } from '../surroundings.ts';
import { hmac, sameText, sha256 } from './crypto.ts';
import * as queries from './entry.queries.ts';

const entrySeconds = 60;
/** Longer than an exam; afterwards the portal opens a new visit without a question. */
const visitSeconds = 4 * 60 * 60;

export interface Visitor {
  readonly key: string;
  readonly fullName: string;
  readonly isStaff: boolean;
}

export interface PresentVisitor extends Visitor {
  /** The portal session from which the visit was opened; null for none. */
  readonly openedBy: string | null;
  /** Whether the visitor may give grades. */
  readonly mayGrade: boolean;
}

/** The absolute sign-on address for a visitor; it works once, within a minute. */
export async function openEntry(
  context: Surroundings,
  organisationId: number,
  visitor: Visitor,
  to: { readonly course: string | null; readonly language: Language; readonly openedBy: string | null },
): Promise<string> {
  const organisation = await context.findOrganisation({ id: organisationId });
  if (!organisation) throw new Error(`there is no organisation ${organisationId}`);
  const now = context.clock.now();
  const id = context.clock.uuid();
  await context.database.transact(async (tx) => {
    await queries.insertEntry(tx, {
      id,
      organisation: organisation.id,
      user_key: visitor.key,
      full_name: visitor.fullName,
      is_staff: visitor.isStaff,
      language: to.language,
      course_code: to.course,
      opened_by: to.openedBy,
      expires_at: secondsAfter(now, entrySeconds),
    });
  });
  return `${context.config.publicUrl}/learning/${organisation.slug}/enter?ticket=${id}.${signatureOf(context, id)}`;
}

/** Uses a ticket up and opens a visit in place of that of `oldToken`; null when the ticket is invalid. */
export async function enter(
  context: Surroundings,
  organisation: number,
  ticket: string,
  oldToken: string | null,
) {
  const id = readTicket(context, ticket);
  if (id === null) return null;
  const now = context.clock.now();
  const token = context.clock.randomBytes(32).toString('base64url');
  return context.database.transact(async (tx) => {
    const entry = await queries.takeEntry(tx, id, organisation, now);
    if (!entry) return null;
    if (oldToken !== null) await queries.deleteVisit(tx, sha256(oldToken));
    await queries.insertVisit(tx, {
      token_hash: sha256(token),
      organisation,
      user_key: entry.key,
      full_name: entry.fullName,
      is_staff: entry.isStaff,
      opened_by: entry.openedBy,
      expires_at: secondsAfter(now, visitSeconds),
    });
    const { courseCode, language, openedBy: _, ...visitor } = entry;
    return { token, visitor, courseCode, language };
  });
}

/** The present rights of the owner of a portal session in an organisation; null when the session is over. */
export type FindRights = (
  sessionId: string,
  organisation: number,
) => Promise<{ readonly isStaff: boolean; readonly mayGrade: boolean } | null>;

/**
 * The visitor behind a token from `enter`, in this organisation. Null when the visit is over, or the portal
 * session that opened it: by sign-out, or because the person lost access, or is no longer staff.
 */
export async function findVisitor(
  context: Surroundings,
  findRights: FindRights,
  organisation: number,
  token: string,
): Promise<PresentVisitor | null> {
  const now = context.clock.now();
  const visit = await queries.selectVisit(context.database.read, sha256(token), organisation, now);
  if (!visit) return null;
  const { openedBy } = visit;
  if (openedBy === null) return { ...visit, mayGrade: false };
  const rights = await findRights(openedBy, organisation);
  if (!rights || (visit.isStaff && !rights.isStaff)) return null;
  return { ...visit, mayGrade: visit.isStaff && rights.mayGrade };
}

export async function leave(context: Surroundings, token: string): Promise<void> {
  await context.database.transact((tx) => queries.deleteVisit(tx, sha256(token)));
}

export function makeFormToken(context: Surroundings, token: string): string {
  return hmac(context.keys.derive('learning form'), token);
}

function secondsAfter(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000);
}

/** The id in a ticket with a valid signature, else null; checked before the database is queried. */
function readTicket(context: Surroundings, ticket: string): string | null {
  const [id = '', signature = ''] = ticket.split('.');
  return sameText(signature, signatureOf(context, id)) ? id : null;
}

function signatureOf(context: Surroundings, id: string): string {
  return hmac(context.keys.derive('learning ticket'), id);
}
