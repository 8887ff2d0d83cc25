import { type Language, languages } from '@guichet/contract/core/language';
import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { inviteCandidates } from '@guichet/contract/exams/notices.invitations';
import type { ListedUser } from '@guichet/contract/identity/users';
import { useState } from 'react';
import { useCall } from '../../../../core/call/query.ts';
import { useT } from '../../../../core/i18n/useT.ts';
import { AskCall } from '../../../../core/parts/asking/Question.tsx';
import { isExamOver } from '../../../../core/parts/mails/isExamOver.ts';
import { useLastGiven } from '../../../../core/timing/useLastGiven.ts';
import { MailForecastNotice } from '../../../../identity/pages/users/forecast/MailForecastNotice.tsx';
import { MessageMails, useSavedMail } from '../../../../identity/pages/users/MessageMails.tsx';
import { useMissingLink } from '../../../../identity/pages/users/useMissingLink.tsx';
import { useSayLeaving } from '../../../../mail/outbox/outbox.api.ts';
import { MissingContact } from '../../../../systems/system/contacts/MissingContact.tsx';
import { SmallButton } from '../../../../ui/buttons/SmallButton.tsx';
import { MailIcon } from '../../../../ui/icons/publicIcons.tsx';

export interface InviteButtonProps {
  systemId: number;
  exam: Pick<ExamSummary, 'id' | 'title' | 'date' | 'endTime' | 'lastDay'>;
  /** All candidates, or the selected ones. */
  users: readonly ListedUser[];
  isSelection?: boolean;
  disabled?: boolean;
}

/** Sends the invitation, after a question, to those of these candidates who have none; absent where all have one. */
export function InviteButton({
  systemId,
  exam,
  users,
  isSelection = false,
  disabled = false,
}: InviteButtonProps) {
  const t = useT();
  const sayLeaving = useSayLeaving();
  const invite = useCall(inviteCandidates);
  // The people of the question, while the list behind it changes.
  const [asked, ask] = useState<readonly ListedUser[] | null>(null);
  const found = users.filter(({ isToInvite }) => isToInvite);
  const about = useLastGiven(asked) ?? [];
  const count = about.length;
  const others = users.length - count;
  const readersIn = (reader: Language) =>
    about.filter(({ language }) => language === reader || language === null).length;
  const readers = languages.filter((reader) => readersIn(reader) > 0);
  const missingLink = useMissingLink(systemId, asked !== null, exam.id);
  const of = { systemId, examId: exam.id };
  if ((found.length === 0 && asked === null) || isExamOver(exam)) return null;
  return (
    <>
      <SmallButton icon={MailIcon} disabled={disabled} onClick={() => ask(found)}>
        {t('Invite.Action', { count: found.length })}
      </SmallButton>
      <AskCall
        call={invite}
        open={asked !== null}
        title={t('Invite.Title', { count })}
        confirmLabel={t('Reminder.Send.Yes', { count })}
        cancelLabel={t('Dialog.Cancel')}
        busyLabel={t('Reminder.Send.Busy')}
        tone="primary"
        input={{ params: of, body: isSelection ? { userIds: about.map(({ id }) => id) } : {} }}
        done={(sent) =>
          sent === 0
            ? { tone: 'info', text: t('Invite.Nobody') }
            : { tone: 'success', text: sayLeaving(sent, t('Invite.Sent', { count: sent })) }
        }
        onClose={() => ask(null)}
      >
        <p className="wrap-anywhere">{t('Invite.Question', { count, title: exam.title })}</p>
        {isSelection && others > 0 && <p className="text-muted">{t('Invite.Others', { count: others })}</p>}
        {readers.map((reader) => (
          <MailFacts key={reader} {...of} reader={reader} count={readersIn(reader)} />
        ))}
        {asked && <MissingContact systemId={systemId} />}
        {asked && missingLink(...readers)}
        {asked && <MailForecastNotice {...of} readers={readers} />}
        <MessageMails kind="invitation" {...of} readers={readers} />
      </AskCall>
    </>
  );
}

interface MailFactsProps {
  systemId: number;
  examId: number;
  reader: Language;
  count: number;
}

/** Subject, attachments and reply address of the invitation for readers of a language. */
function MailFacts({ systemId, examId, reader, count }: MailFactsProps) {
  const t = useT();
  const { preview } = useSavedMail({ kind: 'invitation', systemId, examId }, reader);
  const { data: mail } = preview;
  if (!mail?.isUsable) return null;
  const files = [mail.fileName, mail.calendarFile].filter(Boolean);
  return (
    <div className="wrap-anywhere text-sm">
      <p className="font-medium">{t(`Invite.Mail.${reader}`, { count, subject: mail.subject })}</p>
      <p className="text-muted">
        {files.length > 0 ? t('Message.Attached', { name: files.join(', ') }) : t('Message.Attachment.None')}
      </p>
      <p className="text-muted">
        {mail.replyTo
          ? t('Invite.ReplyTo', { address: mail.replyTo })
          : t('Invite.NoReplyTo', { address: mail.from })}
      </p>
    </div>
  );
}
