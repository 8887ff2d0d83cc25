import type { ReactNode } from 'react';
import { ConfirmCall, type ConfirmCallProps } from '../asking/ConfirmCall.tsx';
import { type NoticeChoice, TellThem, type TellThemProps } from './TellThem.tsx';

export interface AskAndTellProps extends Omit<ConfirmCallProps, 'messages' | 'isFilled'> {
  notice: NoticeChoice;
  /** A question that is asked before, with the same offer below. */
  first?: string;
  children: ReactNode;
  /** The offer to tell the people concerned; null where nobody can be told. */
  tell: Omit<TellThemProps, 'notice' | 'isAsked'> | null;
}

/** Confirms a call about people, and offers to tell them by mail. */
export function AskAndTell({ notice, first, children, tell, ...question }: AskAndTellProps) {
  const { open, onClose, confirmDisabled = false } = question;
  const last = (
    <div key="question" className="flex flex-col gap-2">
      {children}
    </div>
  );
  return (
    <ConfirmCall
      {...question}
      messages={first === undefined ? [last] : [first, last]}
      below={tell && <TellThem {...tell} notice={notice} isAsked={open} />}
      isFilled={notice.isFilled}
      confirmDisabled={confirmDisabled || !notice.isSendable}
      onClose={() => {
        notice.reset();
        onClose();
      }}
    />
  );
}
