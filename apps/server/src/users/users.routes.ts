import { listSystemUsers } from '@guichet/contract/users';
import type { House } from '../platform/house.ts';
import type { Serve } from '../platform/serve.ts';
import * as users from './users.service.ts';

export function usersRoutes(serve: Serve, { database }: House): void {
  serve(listSystemUsers, (_request, grant) => users.listSystemUsers(database.read, grant.systemId));
}
