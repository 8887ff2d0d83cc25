import { navigate } from '../../../core/address/location.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { MailIcon } from '../../../ui/icons/publicIcons.tsx';
import { letterHref } from '../mailsHref.ts';
import { type LetterDraft, useLetterDraft } from './letterDraft.ts';

export interface WriteButtonProps {
  systemId: number;
  examId: number;
  /** To whom the letter goes; a text begun there stays. */
  to: Partial<Pick<LetterDraft, 'audience' | 'people'>>;
  disabled?: boolean;
  /** Names the button where it stands beside others like it. */
  label?: string;
}

export function WriteButton({ systemId, examId, to, disabled = false, label }: WriteButtonProps) {
  const t = useT();
  const { change } = useLetterDraft(systemId, examId);

  function write() {
    change(to);
    navigate(letterHref(systemId, examId));
  }

  return (
    <SmallButton icon={MailIcon} disabled={disabled} aria-label={label} onClick={write}>
      {t('Letter.Write')}
    </SmallButton>
  );
}
