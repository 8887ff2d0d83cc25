import { listSystemUsers } from '@guichet/contract/identity/users';
import {
  deleteUser as deleteEndpoint,
  getUserInfo,
  listOtherSystems,
  updateUsers,
} from '@guichet/contract/identity/users.changes';
import { lockUser, unlockUser } from '@guichet/contract/identity/users.locking';
import {
  findWorkshop,
  listProfessions,
  listRoles,
  listSimilarNames,
  searchUsers,
} from '@guichet/contract/identity/users.search';
import type { AppContext } from '../../core/context/appContext.ts';
import type { Serve } from '../../core/http/serve.ts';
import * as emergencyLock from './changes/emergencyLock.ts';
import * as changes from './changes/userChanges.ts';
import { deleteUser } from './deletion/userDeletion.ts';
import * as info from './info/userInfo.ts';
import * as roleList from './rights/roleList.ts';
import * as similarNames from './search/similarNames.ts';
import * as search from './search/userSearch.ts';
import * as users from './users.service.ts';

export function usersRoutes(serve: Serve, context: AppContext): void {
  const { read, fromReplica } = context.database;

  serve(listSystemUsers, (_request, grant) => users.listSystemUsers(context, grant));

  serve(searchUsers, ({ body }, grant) => fromReplica(() => search.searchUsers(context, grant, body)));
  serve(listSimilarNames, ({ query, gone }, grant) =>
    similarNames.listSimilarNames(context, grant, query.search, gone),
  );
  serve(listRoles, (_request, grant) => roleList.listRoles(read, grant));
  serve(listProfessions, (_request, grant) => search.listProfessions(context, grant));
  serve(findWorkshop, ({ params }, grant) => search.getWorkshop(read, grant, params.workshopId));

  serve(getUserInfo, ({ body, language }, grant) => info.getUserInfo(context, grant, body.id, language));
  serve(listOtherSystems, ({ body }, grant) => info.listOtherSystems(context, grant, body.id));

  serve(updateUsers, ({ body }, grant) => changes.updateUsers(context, grant, body.Ids, body.Action));
  serve(lockUser, ({ params }, grant) => emergencyLock.lockUser(context, grant, params.id));
  serve(unlockUser, ({ params }, grant) => emergencyLock.unlockUser(context, grant, params.id));
  serve(deleteEndpoint, ({ body }, grant) => deleteUser(context, grant, body.id));
}
