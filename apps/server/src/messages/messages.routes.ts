import {
  addFile,
  deleteFile,
  getFile,
  getMessage,
  removeFile,
  saveMessage,
} from '@guichet/contract/messages';
import { getMessageVersion, listMessageVersions, restoreMessage } from '@guichet/contract/messages.versions';
import type { House } from '../platform/house.ts';
import type { Serve } from '../platform/serve.ts';
import * as messages from './messages.service.ts';
import * as versions from './versions.ts';

export function messagesRoutes(serve: Serve, house: House): void {
  serve(getMessage, ({ params }, grant) =>
    messages.getMessage(house.database.read, grant.systemId, params.languageId),
  );

  serve(saveMessage, ({ params, body, file }, grant) =>
    messages.saveMessage(house, grant, params.languageId, body, file),
  );

  serve(addFile, ({ params, file }, grant) => messages.addFile(house, grant, params.languageId, file));

  serve(getFile, ({ params }, grant) =>
    messages.getFile(house.database.read, grant.systemId, params.languageId),
  );

  serve(deleteFile, ({ params }, grant) => messages.removeFile(house, grant, params.languageId));

  serve(removeFile, ({ params }, grant) => messages.removeFile(house, grant, params.languageId));

  serve(listMessageVersions, ({ params }, grant) =>
    versions.listVersions(house.database.read, grant.systemId, params.languageId),
  );

  serve(getMessageVersion, ({ params }, grant) =>
    versions.getVersion(house.database.read, grant.systemId, params.versionId),
  );

  serve(restoreMessage, ({ params, body }, grant) =>
    versions.restoreMessage(house, grant, params.versionId, body.savedAt),
  );
}
