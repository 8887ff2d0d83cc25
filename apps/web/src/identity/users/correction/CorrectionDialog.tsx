import {
  type Correction,
  correctUser,
  getUserInfo,
  type UserInfo,
} from '@guichet/contract/identity/users.changes';
import type { ReactNode } from 'react';
import { query, useCall, useQuery } from '../../../core/call/query.ts';
import { useFocusIfLost } from '../../../core/forms/useFocusIfLost.ts';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { ClosableDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';
import { DialogActions } from '../../../ui/aria/Dialog.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { DoneNotice } from '../DoneNotice.tsx';
import type { Asked, Person } from '../person.ts';
import { CorrectionForm } from './CorrectionForm.tsx';
import { type CorrectionBody, useChangedFields } from './changedFields.ts';

export interface CorrectionDialogProps {
  person: Person | null;
  asked?: Asked | undefined;
  startsAtAddress: boolean;
  /** The button that sends mails again, from the mail district. */
  resend: (mailIds: readonly number[], email: string, onDone: () => void) => ReactNode;
  /** Opens the panel of another person. */
  onOpenPerson: (person: Person) => void;
  /** The button that gives another account the person's place in the page's exam; null without an exam. */
  placeInstead: (email: string, person: Person, onDone: () => void) => ReactNode;
  onClose: () => void;
}

/** Corrects names, address, language and numbers of a person. */
export function CorrectionDialog(props: CorrectionDialogProps) {
  const { person, asked, startsAtAddress, resend, onOpenPerson, placeInstead, onClose } = props;
  const t = useT();
  const language = useLanguage();
  const { id = 0, fullName: name = '' } = useLastGiven(person) ?? {};
  const info = useQuery({ ...query(getUserInfo, { body: { id }, language }), enabled: person !== null });
  const correct = useCall(correctUser);
  const sent = correct.variables?.body;
  const done = correct.data?.outcome === 'corrected' ? correct.data : null;

  function close() {
    correct.reset();
    onClose();
  }

  return (
    <ClosableDialog
      open={person !== null}
      title={t('Correction.Of', { name: done && sent ? newNameOf(sent) : name })}
      onClose={close}
    >
      {done && sent ? (
        <CorrectionDone sent={sent} done={done} resend={resend} onClose={close} />
      ) : (
        <Loaded query={info} lines={8}>
          {(user: UserInfo) => (
            <CorrectionForm
              user={user}
              asked={asked}
              startsAtAddress={startsAtAddress}
              correct={correct}
              onOpenPerson={(other) => {
                close();
                onOpenPerson(other);
              }}
              placeOf={(email) => placeInstead(email, user, close)}
            />
          )}
        </Loaded>
      )}
    </ClosableDialog>
  );
}

type Corrected = Extract<Correction, { outcome: 'corrected' }>;

interface CorrectionDoneProps extends Pick<CorrectionDialogProps, 'resend' | 'onClose'> {
  sent: CorrectionBody;
  done: Corrected;
}

/** Names each corrected field and the consequences. Closes when nothing is left to read or to do. */
function CorrectionDone({ sent, done, resend, onClose }: CorrectionDoneProps) {
  const t = useT();
  const place = useFocusIfLost<HTMLDivElement>();
  const changed = useChangedFields(sent);
  const { address, linkSentTo, mailIds, isOnPlatform } = done;
  const title = t('Correction.Done', { name: newNameOf(sent) });
  const told = [
    ...changed,
    address && t('Correction.Done.Address', address),
    linkSentTo !== null && t('Correction.Done.Link', { email: linkSentTo, before: sent.seen?.email ?? '' }),
    mailIds.length > 0 && t('Correction.Done.Astray', { count: mailIds.length }),
    isOnPlatform && t('Correction.Done.Platform'),
  ].filter((text) => text !== null && text !== false);
  if (told.length === 0) return <DoneNotice onEnd={onClose}>{title}</DoneNotice>;
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      <Notice tone="success" role="status" title={title}>
        {told.join('\n')}
      </Notice>
      <DialogActions>
        <Button onClick={onClose}>{t('Dialog.Close')}</Button>
        {mailIds.length > 0 && address && resend(mailIds, address.to, onClose)}
      </DialogActions>
    </div>
  );
}

function newNameOf({ firstName, lastName }: CorrectionBody): string {
  return `${firstName.trim()} ${lastName.trim()}`;
}
