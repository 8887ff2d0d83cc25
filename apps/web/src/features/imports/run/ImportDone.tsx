import { useId } from 'react';
import { useFocusIfLost } from '../../../platform/forms/useFocusIfLost.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { UsersIcon } from '../../../ui/icons/moreIcons.tsx';
import { CheckIcon, MailIcon } from '../../../ui/icons/publicIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';

export interface ImportDoneProps {
  count: number;
  /** Null when no mails were requested. */
  mailsHref: string | null;
  candidatesHref: string;
  onAgain: () => void;
}

/** S8.10: the number of candidates imported, and links onwards. */
export function ImportDone({ count, mailsHref, candidatesHref, onAgain }: ImportDoneProps) {
  const t = useT();
  const region = useFocusIfLost<HTMLDivElement>();
  const id = useId();
  return (
    <Card>
      <div
        ref={region}
        tabIndex={-1}
        role="status"
        // It has its words from the beginning, so they are read only as those of what has the focus.
        aria-labelledby={id}
        aria-describedby={`${id}-next`}
        className="flex flex-col items-center gap-3 py-6 text-center outline-none"
      >
        <span className="grid size-14 place-items-center rounded-t-full rounded-b-md bg-success-soft text-success-ink">
          <CheckIcon size={28} />
        </span>
        <p id={id} className="max-w-prose font-serif text-ink text-xl">
          {t('Import.Success', { 0: count })}
        </p>
        <p id={`${id}-next`} className="max-w-prose text-muted">
          {t(count === 0 ? 'Import.Done.NoneNew' : mailsHref ? 'Import.Done.Mails' : 'Import.Done.NoMails')}
        </p>
        <div className="mt-2 flex flex-wrap justify-center gap-2">
          <ButtonLink variant="primary" icon={UsersIcon} href={candidatesHref}>
            {t('Cohort.ViewCandidates')}
          </ButtonLink>
          {mailsHref && count > 0 && (
            <ButtonLink icon={MailIcon} href={mailsHref}>
              {t('Import.FollowMails')}
            </ButtonLink>
          )}
          <Button variant="quiet" onClick={onAgain}>
            {t('Import.Again')}
          </Button>
        </div>
      </div>
    </Card>
  );
}
