import { checkAccess, listEntrances } from '@guichet/contract/access';
import type { Level } from '@guichet/contract/core/access';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call/call.ts';

/** Who is signed in, and which systems that person may enter by which ways. */
export function entrancesOptions() {
  return queryOptions({
    queryKey: ['access', 'entrances'],
    queryFn: ({ signal }) => call(listEntrances, { signal }),
  });
}

/** Whether the person reaches a level on a system; 0 stands for any system. */
export function accessOptions(systemId: number, level: Level) {
  return queryOptions({
    queryKey: ['access', 'level', systemId, level],
    queryFn: ({ signal }) => call(checkAccess, { body: { systemId, accessLevel: level }, signal }),
  });
}
