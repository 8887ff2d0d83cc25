/**
 * Owns the name of the university, and the sender and office of its mails, as they are written in the portal.
 * Does not know where the name is shown: `core/database/universityName.ts` reads it for all pages and mails.
 */

import type { BodyOf, ReplyOf } from '@guichet/contract/core/endpoint';
import type { Language } from '@guichet/contract/core/language';
import { mailFieldNames } from '@guichet/contract/systems/systemFields';
import type {
  saveUniversity as saveEndpoint,
  UniversityEditConflict,
} from '@guichet/contract/systems/university';
import { record, selectLinesAbout, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemsGrant, WriteTx } from '../../core/context/appContext.ts';
import { forgetUniversityName } from '../../core/database/universityName.ts';
import type { Config } from '../../core/runtime/config.ts';
import * as mailFrame from './mailFrame.ts';
import * as queries from './university.queries.ts';

export * from './mailFrame.ts';

/** The stored name and mail fields with their version; before the first save those of the settings, as version 0. */
export async function getUniversity({ config, database }: Pick<AppContext, 'config' | 'database'>) {
  const stored = await queries.selectUniversity(database.read);
  const { fr, en, senderDomains, version } = stored ?? unstored(config);
  return { fr, en, senderDomains, version, ...withSettings(config, stored) };
}

/** Sender, reply address, telephone and office of the university: for systems without their own, and mails of no system. */
export async function findUniversityMails(
  { config }: Pick<AppContext, 'config'>,
  db: ReadDb,
): Promise<mailFrame.MailFields> {
  return withSettings(config, await queries.selectUniversity(db));
}

/** The frame of mails that belong to no system. */
export async function findUniversityFrame(context: AppContext, db: ReadDb, language: Language) {
  return mailFrame.frameIn(language, await findUniversityMails(context, db), null);
}

/** Whether somebody reads the answers to a system's mails with this frame; null: to mails of no system. */
export async function hasReader(context: AppContext, db: ReadDb, own: mailFrame.MailFrame | null) {
  return mailFrame.isAnswered(mailFrame.withUniversity(own, await findUniversityFrame(context, db, 'fr')));
}

function unstored({ universityName }: Pick<Config, 'universityName'>) {
  return { ...universityName, senderDomains: '', version: 0 };
}

/** The stored mail fields; the settings stand in for fields that are not stored. */
function withSettings(
  { universityOffice }: Pick<Config, 'universityOffice'>,
  stored: mailFrame.MailFields | undefined,
) {
  const { replyTo, phone, address } = universityOffice;
  const settings: mailFrame.MailFields = {
    ...mailFrame.noMailFields,
    replyTo,
    phone,
    officeFr: address.fr,
    officeEn: address.en,
  };
  return Object.fromEntries(
    mailFieldNames.map((name) => [name, stored?.[name] ?? settings[name]]),
  ) as mailFrame.MailFields;
}

/** Saves the form. Equal values are not written again; mail fields that the form does not name stay as they are. */
export async function saveUniversity(
  context: AppContext,
  grant: SystemsGrant,
  { version, fr, en, senderDomains, ...mails }: BodyOf<typeof saveEndpoint>,
): Promise<ReplyOf<typeof saveEndpoint>> {
  const { config } = context;
  const reply = await write<ReplyOf<typeof saveEndpoint>>(context, grant, async (tx) => {
    const stored = await queries.lockUniversity(tx);
    const before = { ...(stored ?? unstored(config)), ...withSettings(config, stored) };
    const after = {
      fr,
      en,
      senderDomains: senderDomains ?? before.senderDomains,
      ...mailFrame.statedMailFields(mails, before),
    };
    const changed = ([...mailFieldNames, 'senderDomains'] as const).filter(
      (name) => before[name] !== after[name],
    );
    if (stored && stored.fr === fr && stored.en === en && changed.length === 0)
      return unchanged({ ...after, version: stored.version });
    if (stored && stored.version !== version) return unchanged(await editConflict(tx, context));
    const next = (stored?.version ?? 0) + 1;
    if (!(await queries.upsertUniversity(tx, after, next, context.clock.now())))
      return unchanged(await editConflict(tx, context));
    const told = (one: typeof after | typeof before) => ({
      nameFr: one.fr,
      nameEn: one.en,
      ...Object.fromEntries(changed.map((name) => [name, one[name]])),
    });
    const detail = { before: told(before), after: told(after) };
    const line = { action: 'university.renamed', subject: 'university', detail } as const;
    return record({ ...after, version: next }, line);
  });
  forgetUniversityName(context.database);
  return reply;
}

async function editConflict(
  tx: WriteTx,
  { config }: Pick<AppContext, 'config'>,
): Promise<UniversityEditConflict> {
  const stored = await queries.lockUniversity(tx);
  if (!stored) throw new Error('a version of the name of the university that was never stored');
  const about = {
    subject: 'university',
    actions: ['university.renamed'],
    systemIds: 'all',
    ofNone: true,
  } as const;
  const [last] = await selectLinesAbout(tx, about, 1);
  const { changedAt, ...current } = stored;
  return {
    outcome: 'changedMeanwhile',
    current: {
      ...current,
      ...withSettings(config, stored),
      savedAt: changedAt,
      savedBy: last?.actor ?? null,
    },
  };
}
