import type { BodyOf } from '@guichet/contract/core/endpoint';
import { getUniversity, saveUniversity } from '@guichet/contract/systems/university';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../core/call/call.ts';
import { renameUniversity } from '../../core/page/university.ts';

export function universityOptions() {
  return queryOptions({
    queryKey: ['university'],
    queryFn: ({ signal }) => call(getUniversity, { signal }),
  });
}

/** Saves the university's data; the saved name then shows at once on the whole page. */
export function useSaveUniversity() {
  return useMutation({
    mutationFn: (body: BodyOf<typeof saveUniversity>) => call(saveUniversity, { body }),
    onSuccess: (reply) => {
      if (!('outcome' in reply)) renameUniversity(reply);
    },
  });
}
