import {
  addFile,
  deleteFile,
  getFile,
  getMessage,
  removeFile,
  saveMessage,
} from '@guichet/contract/messages';
import { getMessageVersion, listMessageVersions, restoreMessage } from '@guichet/contract/messages.versions';
import type { Serve } from '../platform/http/serve.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import * as attachments from './attachments/attachments.ts';
import * as messages from './messages.service.ts';
import * as versions from './versions/versions.ts';

export function messagesRoutes(serve: Serve, context: AppContext): void {
  serve(getMessage, ({ params }, grant) =>
    messages.getMessage(context.database.read, { systemId: grant.systemId, language: params.languageId }),
  );

  serve(saveMessage, ({ params, body, file }, grant) =>
    messages.saveMessage(context, grant, params.languageId, body, file),
  );

  serve(addFile, ({ params, file }, grant) => attachments.addFile(context, grant, params.languageId, file));

  serve(getFile, ({ params }, grant) =>
    attachments.getFile(context.database.read, grant.systemId, params.languageId),
  );

  serve(deleteFile, ({ params }, grant) => attachments.removeFile(context, grant, params.languageId));

  serve(removeFile, ({ params }, grant) => attachments.removeFile(context, grant, params.languageId));

  serve(listMessageVersions, ({ params }, grant) =>
    versions.listVersions(context.database.read, grant.systemId, params.languageId),
  );

  serve(getMessageVersion, ({ params }, grant) =>
    versions.getVersion(context.database.read, grant.systemId, params.versionId),
  );

  serve(restoreMessage, ({ params, body }, grant) =>
    versions.restoreMessage(context, grant, params.versionId, body.savedAt),
  );
}
