import { beginConsent, type ConsentForm } from '@guichet/contract/learning/learning.consents';
import {
  addPlatform,
  changePlatform,
  listPlatforms,
  listPlatformTroubles,
  moveSystem,
  type Platform,
  type PlatformForm,
  type PlatformTrial,
  previewMove,
  removePlatform,
  tryPlatform,
  tryPlatformWithCourse,
} from '@guichet/contract/learning/learning.platforms';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../core/call/call.ts';

export function platformsOptions() {
  return queryOptions({
    queryKey: ['platforms'],
    queryFn: ({ signal }) => call(listPlatforms, { signal }),
  });
}

const lookAgainMs = 10_000;

/** The platforms that take no job at the moment; polled while shown. */
export function platformTroublesOptions() {
  return queryOptions({
    queryKey: ['platforms', 'troubles'],
    queryFn: ({ signal }) => call(listPlatformTroubles, { signal }),
    refetchInterval: lookAgainMs,
  });
}

/** Adds a platform, or changes the given version of a platform. */
export function useSavePlatform() {
  return useMutation({
    mutationFn: ({ form, over }: { form: PlatformForm; over: Pick<Platform, 'id' | 'version'> | null }) =>
      over === null
        ? call(addPlatform, { body: form })
        : call(changePlatform, { params: { platformId: over.id }, body: { ...form, version: over.version } }),
  });
}

export function useRemovePlatform() {
  return useMutation({
    mutationFn: (platformId: number) => call(removePlatform, { params: { platformId } }),
  });
}

export function useTryPlatform() {
  return useMutation({ mutationFn: (body: PlatformTrial) => call(tryPlatform, { body }) });
}

export function useTryWithCourse() {
  return useMutation({ mutationFn: (body: PlatformTrial) => call(tryPlatformWithCourse, { body }) });
}

export function useBeginConsent() {
  return useMutation({ mutationFn: (body: ConsentForm) => call(beginConsent, { body }) });
}

/** The consequences of moving the system to a platform; null is the platform of the settings. */
export function movePreviewOptions(systemId: number, platformId: number | null) {
  return queryOptions({
    queryKey: ['platforms', 'move', systemId, platformId],
    queryFn: ({ signal }) => call(previewMove, { params: { systemId }, body: { platformId }, signal }),
  });
}

export function useMoveSystem(systemId: number) {
  return useMutation({
    mutationFn: (platformId: number | null) =>
      call(moveSystem, { params: { systemId }, body: { platformId } }),
  });
}
