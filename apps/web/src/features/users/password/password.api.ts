import { updatePassword } from '@guichet/contract/account.given';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../platform/call/call.ts';
import type { CallInput } from '../../../platform/call/input.ts';

export function useUpdatePassword() {
  return useMutation({
    mutationFn: (body: CallInput<typeof updatePassword>['body']) => call(updatePassword, { body }),
  });
}
