import { navigate } from '../../../../core/address/location.ts';
import { useT } from '../../../../core/i18n/useT.ts';
import { SmallButton } from '../../../../ui/buttons/SmallButton.tsx';
import { MailIcon } from '../../../../ui/icons/publicIcons.tsx';
import { type LetterDraft, useLetterDraft } from '../../../notices/letters/letterDraft.ts';
import { letterHref } from '../../../notices/mailsHref.ts';

export interface WriteButtonProps {
  systemId: number;
  examId: number;
  /** To whom the letter goes; a text begun there stays. */
  to: Partial<Pick<LetterDraft, 'audience' | 'people'>>;
  disabled?: boolean;
}

export function WriteButton({ systemId, examId, to, disabled = false }: WriteButtonProps) {
  const t = useT();
  const { change } = useLetterDraft(systemId, examId);

  function write() {
    change(to);
    navigate(letterHref(systemId, examId));
  }

  return (
    <SmallButton icon={MailIcon} disabled={disabled} onClick={write}>
      {t('Letter.Write')}
    </SmallButton>
  );
}
