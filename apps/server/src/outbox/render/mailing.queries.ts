import type { ReadDb } from '../../platform/database/database.ts';
import type { Mailing, SharedVariables } from './mail.ts';

export async function selectMailing(db: ReadDb, mailingId: number): Promise<Mailing> {
  const { from_address, from_name, attachment_id, variables, ...mailing } = await db
    .selectFrom('mailings')
    .select([
      'id',
      'language',
      'from_address',
      'from_name',
      'subject',
      'html',
      'text',
      'attachment_id',
      'variables',
    ])
    .where('id', '=', mailingId)
    .executeTakeFirstOrThrow();
  return {
    ...mailing,
    from: { name: from_name, address: from_address },
    attachmentId: attachment_id,
    variables: variables as unknown as SharedVariables,
  };
}

export function selectAttachment(db: ReadDb, attachmentId: number) {
  return db
    .selectFrom('attachments')
    .select(['file_name as fileName', 'content_type as contentType', 'bytes'])
    .where('id', '=', attachmentId)
    .executeTakeFirstOrThrow();
}
