import { type Language, languages } from '@guichet/contract/core/language';
import { changeOwnLanguage } from '@guichet/contract/identity/account.own';
import { useRef } from 'react';
import { useCall } from '../../core/call/query.ts';
import { useTellFailure } from '../../core/forms/formFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { useSession } from '../../core/session/sessionStore.ts';
import { InlineSelect, Options } from '../../ui/fields/Select.tsx';
import { removeToast, showToast } from '../../ui/toasts/toastStore.ts';

/** The language in which the reader gets mails, to change in place; in words alone for somebody who acts for them. */
export function OwnLanguage({ language }: { language: Language }) {
  const t = useT();
  const tellFailure = useTellFailure();
  const change = useCall(changeOwnLanguage);
  const told = useRef(0);
  const isImpersonating = useSession((session) => session.isImpersonating);
  if (isImpersonating) return t(`Language.${language}`);

  function choose(chosen: Language) {
    const onSuccess = () => {
      // The former message would say the opposite.
      removeToast(told.current);
      told.current = showToast({ tone: 'success', text: t(`Account.Language.Done.${chosen}`) });
    };
    change.mutate({ body: { languageId: chosen } }, { onSuccess, onError: tellFailure });
  }

  return (
    <InlineSelect
      label={<span className="sr-only">{t('Account.Language')}</span>}
      value={(change.isPending && change.variables?.body.languageId) || language}
      disabled={change.isPending}
      onChange={({ target }) => choose(target.value as Language)}
    >
      <Options of={languages} each={(one) => [one, t(`Language.${one}`)]} />
    </InlineSelect>
  );
}
