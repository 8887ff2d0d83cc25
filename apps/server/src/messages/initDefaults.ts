import type { InitDefaults } from '../systems/systems.service.ts';
import * as queries from './messages.queries.ts';
import { insertFirstVersions } from './versions/versions.queries.ts';

/** Gives a new system the messages and attachments of another one, or none (readings §3). */
export const initMessageDefaults: InitDefaults = async (tx, { systemId, copyFrom, author, now }) => {
  if (copyFrom === null) return;
  for (const { language, subject, body, attachmentId } of await queries.selectMessages(tx, copyFrom)) {
    await queries.upsertMessage(tx, { systemId, language, subject, body, now });
    if (attachmentId === null) continue;
    const copy = await queries.copyAttachment(tx, { attachmentId, from: copyFrom, to: systemId, now });
    await queries.updateAttachment(tx, { systemId, language, attachmentId: copy });
  }
  await insertFirstVersions(tx, author);
};
