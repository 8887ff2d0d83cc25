import { joinNames } from '@guichet/contract/core/fullName';
import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { createUser, linkDays } from '@guichet/contract/identity/account.given';
import type { Proof } from '@guichet/contract/identity/factors';
import { listRoles } from '@guichet/contract/identity/users.search';
import { findOutgoingStatus } from '@guichet/contract/mail/outbox.status';
import { useState } from 'react';
import { query, useCall, useQuery } from '../../../core/call/query.ts';
import { isToldAtFields, useFailureText } from '../../../core/forms/formFaults.tsx';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { useSuperAdmins } from '../../../core/page/SuperAdminSlot.tsx';
import { ClosableDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { DoneNotice } from '../DoneNotice.tsx';
import { isWrongProof, makesSuperAdmin, SuperAdminDialog } from '../roles/SuperAdminDialog.tsx';
import type { ExistingOffers } from './ExistingAccount.tsx';
import { isAlreadyThere, type NewUser, NewUserForm, type NewUserFormProps } from './NewUserForm.tsx';

export interface NewUserDialogProps {
  open: boolean;
  systemId: number | null;
  exam?: Pick<ExamSummary, 'id' | 'title' | 'date'> | null;
  existing: ExistingOffers;
  begun?: NewUserFormProps['begun'];
  sought?: NewUserFormProps['sought'];
  /** Called once the account exists, while the dialog says so. */
  onCreated?: () => void;
  onClose: () => void;
}

/** Creates an account (S4.32); after an error the dialog stays open with its input (S8.6). */
export function NewUserDialog(props: NewUserDialogProps) {
  const { open, systemId, exam = null, existing, begun, sought, onCreated, onClose } = props;
  const t = useT();
  const failureText = useFailureText();
  const superAdmins = useSuperAdmins();
  const roles = useQuery({ ...query(listRoles, { language: useLanguage() }), enabled: open });
  const outgoing = useQuery({
    ...query(findOutgoingStatus, { language: useLanguage() }),
    enabled: open,
  }).data;
  const create = useCall(createUser);
  const [unproven, setUnproven] = useState<NewUser | null>(null);

  function close() {
    create.reset();
    onClose();
  }

  function save(user: NewUser) {
    if (!makesSuperAdmin(user.roleList)) return send(user);
    create.reset();
    setUnproven(user);
  }

  function send(user: NewUser, proof?: Proof) {
    create.mutate(
      { body: proof ? { ...user, proof } : user },
      {
        // The dialog that asked for a password has taken the reader's eyes off this one.
        onSuccess: () => {
          if (proof) showToast({ tone: 'success', text: doneText(user) });
          onCreated?.();
        },
        onSettled: (_done, failure) => !isWrongProof(failure) && setUnproven(null),
        onError: (failure) => {
          if (isToldAtFields(failure) || isAlreadyThere(failure) || isWrongProof(failure)) return;
          showToast({ tone: 'danger', title: 'Error', titleLang: 'en', text: failureText(failure) });
        },
      },
    );
  }

  return (
    <ClosableDialog open={open} title={t('NewUser.Open')} onClose={close}>
      {create.isSuccess ? (
        <DoneNotice title="OK" onEnd={close}>
          {doneText(create.variables.body)}
        </DoneNotice>
      ) : (
        <>
          <Loaded query={roles}>
            {(all) => {
              const offered = all.filter(({ mayGive }) => mayGive);
              if (sought === 'superAdmin' && !offered.some(({ role }) => role === sought))
                return (
                  <Notice tone="warning">
                    {t('NewUser.OnlySuperAdmins')}
                    {superAdmins}
                  </Notice>
                );
              return (
                <NewUserForm
                  offered={offered}
                  systemId={systemId}
                  exam={exam}
                  begun={begun}
                  sought={sought}
                  busy={create.isPending}
                  failure={isWrongProof(create.error) ? null : create.error}
                  onSave={save}
                  onClose={close}
                  existing={existing}
                />
              );
            }}
          </Loaded>
          <SuperAdminDialog
            what="Give"
            name={unproven && joinNames(unproven)}
            change={create}
            onProof={(proof) => unproven && send(unproven, proof)}
            onClose={() => setUnproven(null)}
          />
        </>
      )}
    </ClosableDialog>
  );

  function doneText({ firstName, lastName, examId, userName, sendEmail }: NewUser): string {
    const name = joinNames({ firstName, lastName });
    const mail = !sendEmail ? 'NoMail' : outgoing?.isFiled ? 'Kept' : 'Sent';
    const done =
      examId && exam ? t('NewUser.Done.InExam', { name, exam: exam.title }) : t('NewUser.Done', { name });
    return `${done} ${t(`NewUser.Done.${mail}`, { email: userName.trim(), days: linkDays })}`;
  }
}
