import { joinNames } from '@guichet/contract/core/fullName';
import { personTextNames, textsAs } from '@guichet/contract/core/personTexts';
import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { createUser } from '@guichet/contract/identity/account.given';
import { superAdminName } from '@guichet/contract/identity/roleNames';
import type { ListedRole } from '@guichet/contract/identity/users.search';
import { useState } from 'react';
import { CallFailed } from '../../../core/call/CallFailed.ts';
import type { CallInput } from '../../../core/call/input.ts';
import { bindText, useFieldFaults } from '../../../core/forms/formFaults.tsx';
import { useTexts } from '../../../core/i18n/formats.ts';
import { DialogForm, useDialogAround } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { noPasswords } from '../../../core/parts/passwords/NewPasswordFields.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { GivenMailFields } from '../password/GivenMailFields.tsx';
import { GivenPasswordFields } from '../password/GivenPasswordFields.tsx';
import { mailFields, useGivenMail } from '../password/useGivenMail.ts';
import { useRoleWords } from '../useRoleWords.ts';
import { EmailField } from './EmailField.tsx';
import { ExistingAccount, type ExistingOffers } from './ExistingAccount.tsx';
import { FindAccount } from './FindAccount.tsx';
import { firstRole, RolePicker } from './RolePicker.tsx';

export type NewUser = CallInput<typeof createUser>['body'];

/** The role for which somebody is sought, with an account or without; a super admin has no system. */
export type SoughtRole = 'admin' | 'superAdmin';

export interface NewUserFormProps {
  offered: readonly ListedRole[];
  systemId: number | null;
  /** The address and role with which the form begins. */
  begun?: { readonly userName: string; readonly role: string } | undefined;
  sought?: SoughtRole | null | undefined;
  exam: Pick<ExamSummary, 'id' | 'title' | 'date'> | null;
  busy: boolean;
  failure: unknown;
  onSave: (user: NewUser) => void;
  /** Closes the form without a question. */
  onClose: () => void;
  existing: ExistingOffers;
}

const nobody = { userName: '', firstName: '', lastName: '', ...textsAs(personTextNames, () => '') };

export function NewUserForm(props: NewUserFormProps) {
  const { offered, systemId, begun, sought, exam, busy, failure, onSave, onClose, existing } = props;
  const { t, longDay } = useTexts();
  const { leave } = useDialogAround();
  const roleWords = useRoleWords();
  const [person, setPerson] = useState({ ...nobody, userName: begun?.userName ?? '' });
  const [roleList, setRoles] = useState<readonly string[]>(() => [
    begun?.role ?? (sought === 'superAdmin' ? superAdminName : firstRole(offered, systemId)),
  ]);
  const [isProposed, setProposed] = useState(!begun && sought !== 'superAdmin');
  const [passwords, setPasswords] = useState(noPasswords);
  const [isByLink, setByLink] = useState(true);
  const [isPlaced, setPlaced] = useState(true);
  const [sent, setSent] = useState<NewUser | null>(null);
  /** A new object at each submit with a line that has no role, so that the focus goes to that line. */
  const [missing, setMissing] = useState<object | null>(null);
  const given = useGivenMail('NewUser', true);
  const isLinked = isByLink && given.mail.sendEmail;
  const user: NewUser = {
    ...person,
    roleList: [...roleList],
    examId: isPlaced && exam ? exam.id : null,
    ...(isLinked ? { newPassword: null, confirmNewPassword: null } : passwords),
    ...mailFields(given.mail),
  };
  const faultsAt = useFieldFaults(failure, { schema: createUser.body.schema, sent, now: user });

  const named = roleList.filter(Boolean).map(roleWords);

  function submit() {
    const isMissing = roleList.includes('');
    setMissing(isMissing ? {} : null);
    if (isMissing) return;
    setSent(user);
    onSave(user);
  }

  const text = bindText(person, (patch) => setPerson({ ...person, ...patch }), faultsAt);
  // S8.5 requires this wording, in both languages.
  const alreadyThere = isAlreadyThere(failure) && sent?.userName === person.userName && (
    <span lang="en">{t('NewUser.AlreadyExist', { email: sent.userName.trim() })}</span>
  );
  return (
    <DialogForm
      submitLabel={
        named.length > 0 ? t('NewUser.CreateAs', { roles: named.join(', ') }) : t('NewUser.Create')
      }
      busyLabel={t('NewUser.Busy')}
      busy={busy}
      failure={missing ?? failure}
      isTold={missing !== null || isAlreadyThere(failure)}
      onSubmit={submit}
    >
      {sought && (
        <FindAccount
          onFound={(found) =>
            leave(() => existing.onGiveRoles(found, isProposed ? [] : roleList.filter(Boolean)))
          }
        />
      )}
      <EmailField
        value={person.userName}
        onChange={(userName) => setPerson({ ...person, userName })}
        error={faultsAt('userName') || alreadyThere}
        whenTaken={(email) => (
          <ExistingAccount {...existing} email={email} roleList={roleList} onDone={onClose} />
        )}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={t('User.firstName')} {...text('firstName')} />
        <TextField label={t('User.lastName')} {...text('lastName')} />
      </div>
      <RolePicker
        offered={offered}
        value={roleList}
        onChange={(names) => {
          setRoles(names);
          setProposed(false);
        }}
        isProposed={isProposed}
        error={faultsAt('roleList')}
        isMissingTold={missing !== null}
      />
      {exam && (
        <Checkbox
          label={t('NewUser.Place', { exam: exam.title, date: longDay(exam.date) })}
          hint={t('NewUser.Place.Hint')}
          name="examId"
          checked={isPlaced}
          onChange={({ target }) => setPlaced(target.checked)}
        />
      )}
      {personTextNames.map((name) => (
        <TextField key={name} label={t(`User.${name}`)} note={t('Field.Optional')} {...text(name)} />
      ))}
      <Checkbox
        label={t('NewUser.ByLink')}
        hint={t('NewUser.ByLink.Hint')}
        name="passwordByLink"
        checked={isByLink}
        onChange={({ target }) => setByLink(target.checked)}
      />
      {!isLinked && (
        <GivenPasswordFields
          userName={person.userName}
          name={joinNames(person)}
          value={passwords}
          onChange={setPasswords}
          faultsAt={faultsAt}
        />
      )}
      <GivenMailFields {...given} languageLabel={t('NewUser.Language')} faultsAt={faultsAt} />
    </DialogForm>
  );
}

/** S8.5: whether the address has an account already. */
export function isAlreadyThere(failure: unknown): boolean {
  return failure instanceof CallFailed && failure.status === 400 && failure.errors.length === 0;
}
