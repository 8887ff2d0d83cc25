import { chooseFirstPassword } from '@guichet/contract/account';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../platform/call/call.ts';
import type { CallInput } from '../../platform/call/input.ts';

export function useChooseFirstPassword() {
  return useMutation({
    mutationFn: (body: CallInput<typeof chooseFirstPassword>['body']) => call(chooseFirstPassword, { body }),
  });
}
