import { type BannerForm, removeBanner, saveBanner } from '@guichet/contract/systems/banners';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../core/call/call.ts';

/** Saves the banner; without a file, only the text alternative. */
export function useSaveBanner(systemId: number) {
  return useMutation({
    mutationFn: ({ body, file }: { body: BannerForm; file: File | null }) =>
      call(saveBanner, { params: { systemId }, body, ...(file && { file }) }),
  });
}

export function useRemoveBanner(systemId: number) {
  return useMutation({ mutationFn: () => call(removeBanner, { params: { systemId } }) });
}
