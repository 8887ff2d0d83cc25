import { ConfirmCall, type ConfirmCallProps } from '../asking/Question.tsx';
import { type NoticeChoice, TellThem, type TellThemProps } from './TellThem.tsx';

export interface AskAndTellProps extends Omit<ConfirmCallProps, 'isFilled'> {
  notice: NoticeChoice;
  /** The offer to tell the people concerned; null where nobody can be told. */
  tell: Omit<TellThemProps, 'notice' | 'isAsked'> | null;
}

/** Confirms a call about people, and offers to tell them by mail. */
export function AskAndTell({ notice, tell, ...question }: AskAndTellProps) {
  const { open, onClose, confirmDisabled = false } = question;
  return (
    <ConfirmCall
      {...question}
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
