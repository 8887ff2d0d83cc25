import { mailKinds } from '@guichet/contract/mail/outbox.purposes';
import { mailStates } from '@guichet/contract/mail/outbox.states';
import { choiceParam, numberParam, textParam, type ValuesOf } from '../../core/address/useAddress.ts';
import { rememberedSizeParam } from '../../core/lists/rememberedSize.ts';

export const mailPageSizes = [10, 25, 50] as const;

export const outboxParams = {
  system: numberParam(null),
  exam: numberParam(null),
  state: choiceParam(mailStates, null),
  kind: choiceParam(mailKinds, null),
  /**
   * Failed mails that somebody still has to handle; `refused`: those of which the portal is the cause; `former`: mails to
   * people who have left the exam; `unsent`: filed mails of use still.
   */
  only: choiceParam(['unresolved', 'refused', 'former', 'unsent'], null),
  q: textParam,
  page: numberParam(1),
  size: rememberedSizeParam('outbox', mailPageSizes, 25),
  mail: numberParam(null),
};

/** The filters of the address in the form that the server reads. */
export function toMailMatch({ system, exam, state, kind, only, q }: ValuesOf<typeof outboxParams>) {
  return {
    systemId: system ?? undefined,
    examId: exam ?? undefined,
    state: state ?? undefined,
    kind: kind ?? undefined,
    unresolved: only === 'unresolved' || undefined,
    senderFault: only === 'refused' || undefined,
    unsent: only === 'unsent' || undefined,
    former: only === 'former' || undefined,
    search: q || undefined,
  };
}
