import type { ListedRole } from '@guichet/contract/users.search';
import { type FormEvent, useState } from 'react';
import { useT } from '../../../platform/i18n/useT.ts';
import { NewPasswordFields, noPasswords } from '../../../platform/passwords/NewPasswordFields.tsx';
import { useFailureText } from '../../../platform/useFailureText.ts';
import { isToldAtFields, useFieldFaults } from '../../../platform/useFieldFaults.tsx';
import { DialogActions } from '../../../ui/aria/Dialog.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useFirstInvalidFocus } from '../../../ui/useFirstInvalidFocus.ts';
import { GivenMailFields } from '../password/GivenMailFields.tsx';
import { PasswordDrawer } from '../password/PasswordDrawer.tsx';
import { mailFields, useGivenMail } from '../password/useGivenMail.ts';
import { EmailField } from './EmailField.tsx';
import { firstRole } from './firstRole.ts';
import { isAlreadyThere, type NewUser } from './newUser.api.ts';
import { RolePicker } from './RolePicker.tsx';

export interface NewUserFormProps {
  offered: readonly ListedRole[];
  systemId: number | null;
  busy: boolean;
  failure: unknown;
  onSave: (user: NewUser) => void;
  onCancel: () => void;
}

const nobody = { userName: '', firstName: '', lastName: '', profession: '' };

export function NewUserForm({ offered, systemId, busy, failure, onSave, onCancel }: NewUserFormProps) {
  const t = useT();
  const failureText = useFailureText();
  const [person, setPerson] = useState(nobody);
  const [roleList, setRoles] = useState<readonly string[]>(() => [firstRole(offered, systemId)]);
  const [passwords, setPasswords] = useState(noPasswords);
  const [sent, setSent] = useState('');
  const given = useGivenMail('newUser', true);
  const form = useFirstInvalidFocus(failure);
  const faultsAt = useFieldFaults(failure);

  function submit(event: FormEvent) {
    event.preventDefault();
    setSent(person.userName.trim());
    const profession = person.profession.trim() || null;
    onSave({ ...person, profession, roleList: [...roleList], ...passwords, ...mailFields(given.mail) });
  }

  const text = (name: keyof typeof nobody) => ({
    name,
    value: person[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => setPerson({ ...person, [name]: target.value }),
    error: faultsAt(name),
  });
  // S8.5: these very words, in both languages.
  const alreadyThere = isAlreadyThere(failure) && (
    <span lang="en">{t('NewUser.AlreadyExist', { email: sent })}</span>
  );
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <EmailField
        value={person.userName}
        onChange={(userName) => setPerson({ ...person, userName })}
        error={faultsAt('userName') || alreadyThere}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={t('User.firstName')} {...text('firstName')} />
        <TextField label={t('User.lastName')} {...text('lastName')} />
      </div>
      <RolePicker offered={offered} value={roleList} onChange={setRoles} error={faultsAt('roleList')} />
      <TextField label={t('User.profession')} note={t('Field.Optional')} {...text('profession')} />
      <NewPasswordFields
        userName={person.userName}
        value={passwords}
        onChange={setPasswords}
        faultsAt={faultsAt}
      >
        <PasswordDrawer
          password={passwords.newPassword}
          onDraw={(drawn) => setPasswords({ newPassword: drawn, confirmNewPassword: drawn })}
        />
      </NewPasswordFields>
      <GivenMailFields {...given} languageLabel={t('NewUser.Language')} faultsAt={faultsAt} />
      {failure !== null && !isToldAtFields(failure) && !alreadyThere && (
        <Notice tone="danger" role="alert">
          {failureText(failure)}
        </Notice>
      )}
      <DialogActions>
        <Button onClick={onCancel} disabled={busy}>
          {t('Dialog.Cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={busy} busyLabel={t('NewUser.Busy')}>
          {t('NewUser.Create')}
        </Button>
      </DialogActions>
    </form>
  );
}
