import {
  closeSetup,
  listOpenSteps,
  tryLearningPlatform,
  tryMailServer,
} from '@guichet/contract/overview/home.setup';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../core/call/call.ts';

/** The steps that the portal still needs before its first exam; for super admins. */
export function openStepsOptions() {
  return queryOptions({
    queryKey: ['home', 'setup'],
    queryFn: ({ signal }) => call(listOpenSteps, { signal }),
  });
}

export function useTryMailServer() {
  return useMutation({ mutationFn: () => call(tryMailServer) });
}

export function useTryLearningPlatform() {
  return useMutation({ mutationFn: () => call(tryLearningPlatform) });
}

export function useCloseSetup() {
  return useMutation({ mutationFn: () => call(closeSetup) });
}
