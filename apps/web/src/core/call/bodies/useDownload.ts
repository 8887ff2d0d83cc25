import { useMutation } from '@tanstack/react-query';
import type { CallInput } from '../input.ts';
import { download, type Filing } from './download.ts';

export function useDownload<E extends Filing>(endpoint: E) {
  return useMutation({ mutationFn: (input: CallInput<E>) => download(endpoint, input) });
}
