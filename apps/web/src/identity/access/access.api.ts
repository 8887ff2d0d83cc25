import type { Level } from '@guichet/contract/core/access';
import { checkAccess, listEntrances } from '@guichet/contract/identity/access';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../core/call/call.ts';

/** The signed-in person and the systems that they may enter. */
export function entrancesOptions() {
  return queryOptions({
    queryKey: ['access', 'entrances'],
    queryFn: ({ signal }) => call(listEntrances, { signal }),
  });
}

/** Whether the person reaches a level on a system; `systemId` 0 means any system. */
export function accessOptions(systemId: number, level: Level) {
  return queryOptions({
    queryKey: ['access', 'level', systemId, level],
    queryFn: ({ signal }) => call(checkAccess, { body: { systemId, accessLevel: level }, signal }),
  });
}
