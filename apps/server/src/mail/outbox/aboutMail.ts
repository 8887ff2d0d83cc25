import type { AppContext } from '../../core/context/appContext.ts';
import type { MailRow } from './outbox.queries.ts';
import { renderSubject } from './render/renderMail.ts';

export function aboutMail(context: AppContext, row: MailRow) {
  const { id, systemId, recipientName: name, recipient } = row;
  return {
    subject: `mail:${id}`,
    systemId,
    detail: { name, recipient, mailSubject: subjectLine(context, row) },
  };
}

export function subjectLine(context: AppContext, row: MailRow): string {
  return renderSubject({ ...row, variables: row.shared }, row.own, context.config.publicUrl);
}
