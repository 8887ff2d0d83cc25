import type { ListedUser } from '@guichet/contract/identity/users';
import { navigate } from '../../../../core/address/location.ts';
import { useT } from '../../../../core/i18n/useT.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { MailIcon } from '../../../../ui/icons/publicIcons.tsx';
import { useLetterDraft } from '../../../letters/letterDraft.ts';
import { letterHref } from '../../../notices/mailsHref.ts';

export interface WriteButtonProps {
  systemId: number;
  examId: number;
  users: readonly ListedUser[];
  disabled: boolean;
}

/** Opens the page that writes a letter, for the selected candidates; a text begun there stays. */
export function WriteButton({ systemId, examId, users, disabled }: WriteButtonProps) {
  const t = useT();
  const { change } = useLetterDraft(systemId, examId);

  function write() {
    const people = users.map(({ id, fullName, email }) => ({ id, fullName, email }));
    change({ audience: 'chosen', people });
    navigate(letterHref(systemId, examId));
  }

  return (
    <Button size="sm" icon={MailIcon} disabled={disabled} onClick={write}>
      {t('Letter.Write')}
    </Button>
  );
}
