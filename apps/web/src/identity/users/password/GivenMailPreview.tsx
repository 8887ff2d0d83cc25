import { givenPlaceholders } from '@guichet/contract/identity/account.given';
import { useT } from '../../../core/i18n/useT.ts';
import type { useGivenMail } from './useGivenMail.ts';

/** The text of a mail with words in place of its placeholders, and what the portal adds. */
export function GivenMailPreview({ kind, mail, textOfMail: t }: ReturnType<typeof useGivenMail>) {
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
