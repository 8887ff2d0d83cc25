import { removeBanner, saveBanner } from '@guichet/contract/banners';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../platform/call/call.ts';

export function useSaveBanner(systemId: number) {
  return useMutation({
    mutationFn: (file: File) => call(saveBanner, { params: { systemId }, file }),
  });
}

export function useRemoveBanner(systemId: number) {
  return useMutation({ mutationFn: () => call(removeBanner, { params: { systemId } }) });
}
