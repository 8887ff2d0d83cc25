import { type ImpersonationForm, impersonate } from '@guichet/contract/sessions.impersonation';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../platform/call/call.ts';

export function useImpersonate(userId: number) {
  return useMutation({
    mutationFn: (form: ImpersonationForm) => call(impersonate, { params: { id: userId }, body: form }),
  });
}
