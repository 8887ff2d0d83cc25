import { languages } from '@guichet/contract/core/language';
import { givenPlaceholders } from '@guichet/contract/identity/account.given';
import type { ReactNode } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { ReadMails } from '../../../core/parts/mails/ReadMails.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import type { useGivenMail } from './useGivenMail.ts';

export interface GivenMailFieldsProps extends ReturnType<typeof useGivenMail> {
  languageLabel: string;
  faultsAt: (field: string) => ReactNode;
}

/** The fields of the mail: whether to send it, language, text, and whether to include a changed password. */
export function GivenMailFields(props: GivenMailFieldsProps) {
  const { kind, mail, change, languageLabel, faultsAt } = props;
  const t = useT();
  const marks = givenPlaceholders.filter(
    (name) => (name !== 'newPassword' || mail.sendPassword) && (name !== 'confirmUrl' || kind === 'NewUser'),
  );
  return (
    <>
      <Segmented
        legend={languageLabel}
        legendHidden={false}
        value={mail.language}
        onChange={(language) => change({ language })}
        options={languages.map((value) => ({ value, label: t(`Language.${value}`) }))}
      />
      <Checkbox
        label={t('GivenMail.Send')}
        name="sendEmail"
        checked={mail.sendEmail}
        onChange={({ target }) => change({ sendEmail: target.checked })}
      />
      {mail.sendEmail && (
        <div className="flex flex-col gap-4 border-line border-l-2 pl-4">
          {kind === 'ChangePassword' && (
            <Checkbox
              label={t('GivenMail.SendPassword')}
              hint={t('GivenMail.SendPassword.Hint')}
              name="sendPassword"
              checked={mail.sendPassword}
              onChange={({ target }) => change({ sendPassword: target.checked })}
            />
          )}
          <TextField
            label={t('GivenMail.Title')}
            name="emailtitle"
            lang={mail.language}
            value={mail.title}
            onChange={({ target }) => change({ title: target.value })}
            error={faultsAt('emailtitle')}
          />
          <TextArea
            label={t('GivenMail.Body')}
            hint={t('GivenMail.Body.Hint', {
              marks: marks.map((name) => `{{${name}}}`).join(' '),
            })}
            name="emailbody"
            lang={mail.language}
            rows={8}
            value={mail.body}
            onChange={({ target }) => change({ body: target.value })}
            error={faultsAt('emailbody')}
          />
          <ReadMails>
            <GivenMailPreview {...props} />
          </ReadMails>
          {mail.isEdited && (
            <div>
              <SmallButton variant="quiet" onClick={() => change({ title: null, body: null })}>
                {t('GivenMail.Template')}
              </SmallButton>
            </div>
          )}
        </div>
      )}
    </>
  );
}

/** The text of a mail with words in place of its placeholders, and what the portal adds. */
function GivenMailPreview({ kind, mail, textOfMail: t }: ReturnType<typeof useGivenMail>) {
  return (
    <>
      <div
        lang={mail.language}
        className="wrap-anywhere whitespace-pre-line rounded-lg border border-line p-4"
      >
        {mail.body.split(/\{\{(\w+)\}\}/).map((part, at) => {
          const mark = at % 2 === 1 && givenPlaceholders.find((name) => name === part);
          const key = `${at}:${part}`;
          return mark ? (
            <span key={key} className="rounded-sm bg-sunken px-1 font-medium text-ink">
              {t(`GivenMail.Mark.${mark}`)}
            </span>
          ) : (
            part
          );
        })}
      </div>
      <Adds kind={kind} />
    </>
  );
}

function Adds({ kind }: Pick<ReturnType<typeof useGivenMail>, 'kind'>) {
  const t = useT();
  return <p className="text-muted text-sm">{t(`GivenMail.Adds.${kind}`)}</p>;
}
