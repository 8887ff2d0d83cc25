import { Email } from '@guichet/contract/identity/account';
import { getUserInfo, setRoles, type UserInfo } from '@guichet/contract/identity/users.changes';
import { listRoles } from '@guichet/contract/identity/users.search';
import { type FormEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { query, useCall, useQuery } from '../../../core/call/query.ts';
import { useFailureText } from '../../../core/forms/formFaults.tsx';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { useSuperAdmins } from '../../../core/page/SuperAdminSlot.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { holderOptions } from '../search/search.api.ts';
import { useRoleWords } from '../useRoleWords.ts';
import { useIsTaken } from './EmailField.tsx';
import { NewUserDialog } from './NewUserDialog.tsx';

/** Gives one role to the account with the address that is typed, whose owner is shown before. */
export function GiveRole({ name }: { name: string }) {
  const t = useT();
  const language = useLanguage();
  const superAdmins = useSuperAdmins();
  const roleWords = useRoleWords();
  const failureText = useFailureText();
  const [email, setEmail] = useState('');
  const [isCreating, setCreating] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isTaken = useIsTaken(email);
  const holder = useQuery({ ...holderOptions(email), enabled: isTaken === true });
  const id = (isTaken && holder.data?.id) || 0;
  const user = useQuery({ ...query(getUserInfo, { body: { id }, language }), enabled: id > 0 }).data;
  const roles = useQuery(query(listRoles, { language }));
  const give = useCall(setRoles);
  const mayGet = user?.maySetRoles && user.mayBeStaff && !user.listRole.includes(name);
  const isMissing = isWanted && !z.safeParse(Email, email.trim()).success;

  /** The Enter key and the one button: what the account with the address allows. */
  function go(event: FormEvent) {
    event.preventDefault();
    setWanted(true);
    if (isTaken === false) create();
    else if (mayGet && !give.isPending) submit(user);
  }

  function submit({ listRole, fullName }: UserInfo) {
    const offered = roles.data?.filter(({ mayGive }) => mayGive) ?? [];
    const seen = offered.flatMap((role) => (listRole.includes(role.name) ? [role.name] : []));
    const onSuccess = () => {
      showToast({ tone: 'success', text: t('GiveRole.Done', { name: fullName }) });
      type('');
    };
    give.mutate({ body: { id, roleList: [...seen, name], seen } }, { onSuccess });
  }

  function type(typed: string) {
    give.reset();
    setWanted(false);
    setEmail(typed);
  }

  function create() {
    // The dialog returns the focus there, since this button is gone once the account exists.
    field.current?.focus();
    setCreating(true);
  }

  return (
    <form noValidate onSubmit={go} className="flex w-full flex-col gap-3">
      <TextField
        ref={field}
        // The field appears where the button that showed it had the focus.
        autoFocus
        label={t('GiveRole.Email', { role: roleWords(name) })}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={email}
        onChange={({ target }) => type(target.value)}
        error={isMissing ? t('Validation.email') : give.error && failureText(give.error)}
      />
      <div role="status" className="empty:hidden">
        {isTaken === false && <Notice>{t('GiveRole.NoAccount')}</Notice>}
        {isTaken && holder.data === null && (
          <Notice>
            {t('Existing.Hidden')}
            {superAdmins}
          </Notice>
        )}
        {user && (
          <Notice>
            {t(sayOf(user), { name: user.fullName })}
            {user.maySetRoles && !user.mayBeStaff && superAdmins}
          </Notice>
        )}
      </div>
      <div>
        <SmallButton type="submit" busy={give.isPending}>
          {isTaken === false
            ? t('GiveRole.Create')
            : mayGet
              ? t('GiveRole.Submit', { name: user.fullName })
              : t('GiveRole.Find')}
        </SmallButton>
      </div>
      <NewUserDialog
        open={isCreating}
        systemId={null}
        begun={{ userName: email.trim(), role: name }}
        existing={{ onGiveRoles: (person) => type(person.email), addToExam: null }}
        // The new account has the role: the field waits for the next address.
        onCreated={() => type('')}
        onClose={() => setCreating(false)}
      />
    </form>
  );

  function sayOf({ listRole, maySetRoles, mayBeStaff, emailConfirmed }: UserInfo) {
    if (listRole.includes(name)) return 'GiveRole.Held';
    if (!maySetRoles) return 'Roles.NotYours';
    if (!mayBeStaff) return 'Roles.OfGuest';
    return emailConfirmed ? 'GiveRole.Known' : 'GiveRole.NeedsLink';
  }
}
