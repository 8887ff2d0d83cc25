import { ConfirmDialog, type ConfirmDialogProps } from '../../../ui/aria/ConfirmDialog.tsx';
import { useT } from '../../i18n/useT.ts';

type Answers = 'confirmLabel' | 'cancelLabel' | 'closeLabel';

export interface QuestionProps
  extends Omit<ConfirmDialogProps, Answers>,
    Partial<Pick<ConfirmDialogProps, Answers>> {}

/** A question with the answers Yes and No; where Yes has words of its own, the other answer is Cancel. */
export function Question(props: QuestionProps) {
  const t = useT();
  return (
    <ConfirmDialog
      confirmLabel={t('Dialog.Yes')}
      cancelLabel={t(props.confirmLabel === undefined ? 'Dialog.No' : 'Dialog.Cancel')}
      closeLabel={t('Dialog.Close')}
      {...props}
    />
  );
}
