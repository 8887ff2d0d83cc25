import type { Language } from '@guichet/contract/core/language';
import {
  addFile,
  compareMessage,
  deleteFile,
  getFile,
  getMessage,
  type MessageKind,
  removeFile,
  saveMessage,
} from '@guichet/contract/mail/messages';
import {
  getMessageVersion,
  listMessageVersions,
  restoreMessage,
} from '@guichet/contract/mail/messages.versions';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as attachments from './attachments/attachments.ts';
import * as messages from './messages.service.ts';
import * as versions from './versions/versions.ts';

export function messagesRoutes(serve: Serve, context: AppContext): void {
  serve(getMessage, (request, { systemId }) =>
    messages.getMessage(context.database.read, { systemId, ...nameOf(request) }),
  );

  serve(saveMessage, (request, grant) =>
    messages.saveMessage(context, grant, nameOf(request), request.body, request.file),
  );

  serve(compareMessage, (request, grant) =>
    messages.compareMessage(context, grant, nameOf(request), request.body),
  );

  serve(addFile, (request, grant) => attachments.addFile(context, grant, nameOf(request), request.file));

  serve(getFile, (request, { systemId }) =>
    attachments.getFile(context.database.read, { systemId, ...nameOf(request) }),
  );

  serve(deleteFile, (request, grant) => attachments.removeFile(context, grant, nameOf(request)));

  serve(removeFile, (request, grant) => attachments.removeFile(context, grant, nameOf(request)));

  serve(listMessageVersions, (request, { systemId }) =>
    versions.listVersions(context.database.read, { systemId, ...nameOf(request) }),
  );

  serve(getMessageVersion, ({ params }, grant) =>
    versions.getVersion(context.database.read, grant.systemId, params.versionId),
  );

  serve(restoreMessage, ({ params, body }, grant) =>
    versions.restoreMessage(context, grant, params.versionId, body.savedAt),
  );
}

function nameOf({
  params,
  query,
}: {
  readonly params: { readonly languageId: Language };
  readonly query: { readonly kind: MessageKind; readonly examId?: number | undefined };
}) {
  return { ...query, language: params.languageId };
}
