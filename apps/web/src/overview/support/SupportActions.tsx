import type { UserInfo } from '@guichet/contract/identity/users.changes';
import { findOutgoingStatus } from '@guichet/contract/mail/outbox.status';
import {
  type InvitationToResend,
  inviteAgain,
  type PersonHistory,
  sendResetLink,
} from '@guichet/contract/overview/support';
import { type ReactNode, useState } from 'react';
import { query, useCall, useQuery } from '../../core/call/query.ts';
import { useFailureText } from '../../core/forms/formFaults.tsx';
import { useLanguage, useT, useTexts } from '../../core/i18n/formats.ts';
import { ConfirmCall, type ConfirmCallProps } from '../../core/parts/asking/Question.tsx';
import { NoPasswordLink } from '../../core/parts/mails/NoPasswordLink.tsx';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { KeyIcon, RefreshIcon } from '../../ui/icons/moreIcons.tsx';
import { type NoticeProps, OutcomeNotice } from '../../ui/states/Notice.tsx';

export interface SupportActionsProps {
  person: Pick<UserInfo, 'id' | 'email' | 'lock'>;
  history: Pick<PersonHistory, 'mayGetLink' | 'unknownSince'> & {
    invitations: readonly InvitationToResend[];
  };
  configurationOf: (systemId: number) => string | null;
  /** Warns of facts that these exams' notices mention and the exams lack. */
  missingFacts: (exams: readonly InvitationToResend[]) => ReactNode;
}

/** Sends a link to a new password, or an invitation again; the result shows below the buttons, in view. */
export function SupportActions({ person, history, configurationOf, missingFacts }: SupportActionsProps) {
  const t = useT();
  const failureText = useFailureText();
  const outgoing = useQuery(query(findOutgoingStatus, { language: useLanguage() }));
  const [told, tell] = useState<{ tone: NoticeProps['tone']; text: string } | null>(null);
  const link = useCall(sendResetLink);
  const [isAsking, ask] = useState(false);
  const { email } = person;
  const { unknownSince } = history;
  const [lacking] = history.invitations.flatMap(({ systemId, lacksLink: language }) =>
    language ? [{ systemId, language }] : [],
  );

  function sendLink() {
    link.mutate(
      { params: { id: person.id } },
      {
        onSuccess: (outcome) => {
          ask(false);
          tellOutcome(outcome, t(`Support.Link.${outcome}`, { email }));
        },
        onError: (failure) => !isAsking && tell({ tone: 'danger', text: failureText(failure) }),
      },
    );
  }

  function tellOutcome(outcome: string, text: string) {
    if (outcome !== 'sent') tell({ tone: 'warning', text });
    else if (outgoing.data?.isFiled) tell({ tone: 'warning', text: t('Outgoing.Kept', { count: 1 }) });
    else tell({ tone: 'success', text });
  }

  return (
    <>
      <div className="flex flex-wrap gap-2">
        {history.mayGetLink && (
          <SmallButton
            icon={KeyIcon}
            busy={link.isPending}
            onClick={() => (unknownSince ? ask(true) : sendLink())}
          >
            {t('Support.Link')}
          </SmallButton>
        )}
        {history.invitations.map((exam) => (
          <InviteAgain
            key={exam.examId}
            person={person}
            exam={exam}
            unknownSince={unknownSince}
            onFailure={(text) => tell({ tone: 'danger', text })}
            onOutcome={tellOutcome}
          />
        ))}
      </div>
      {unknownSince && (
        <UnknownAddressQuestion
          call={link}
          open={isAsking}
          email={email}
          since={unknownSince}
          onConfirm={sendLink}
          onClose={() => ask(false)}
        />
      )}
      {told && (
        <OutcomeNotice key={told.text} tone={told.tone ?? 'info'}>
          {told.text}
        </OutcomeNotice>
      )}
      {lacking && (
        <NoPasswordLink languages={[lacking.language]} configuration={configurationOf(lacking.systemId)} />
      )}
      {missingFacts(history.invitations)}
      {!history.mayGetLink && (
        <p className="text-muted">
          {t(person.lock ? 'Support.Closed.locked' : 'Support.Closed.deactivated')}
        </p>
      )}
    </>
  );
}

interface InviteAgainProps extends Pick<PersonHistory, 'unknownSince'> {
  person: { id: number; email: string };
  exam: InvitationToResend;
  onOutcome: (outcome: string, text: string) => void;
  onFailure: (text: string) => void;
}

/**
 * Sends an invitation again. Asks before a second one in a row, since the first may have arrived already, and before one to an
 * address that does not exist.
 */
function InviteAgain({ person, exam, unknownSince, onOutcome, onFailure }: InviteAgainProps) {
  const { t, longDateTime } = useTexts();
  const failureText = useFailureText();
  const invite = useCall(inviteAgain);
  // A call whose reply was lost is repeated under the same id.
  const [requestId, setRequestId] = useState(() => crypto.randomUUID());
  const [sentAt, setSentAt] = useState<Date | null>(null);
  const [isAsking, ask] = useState(false);
  const { examId, title } = exam;
  const { email } = person;

  function send() {
    invite.mutate(
      { params: { id: person.id, examId }, body: { requestId } },
      {
        onSuccess: (outcome) => {
          setRequestId(crypto.randomUUID());
          ask(false);
          if (outcome === 'sent') setSentAt(new Date());
          onOutcome(outcome, t(`Support.Invite.${outcome}`, { title, email }));
        },
        onError: (failure) => !isAsking && onFailure(failureText(failure)),
      },
    );
  }

  function begin() {
    if (exam.isUnderWay) onOutcome('underWay', t('Support.Invite.underWay', { title }));
    else if (sentAt || unknownSince) ask(true);
    else send();
  }

  const question = { call: invite, open: isAsking, onConfirm: send, onClose: () => ask(false) };
  return (
    <>
      <SmallButton icon={RefreshIcon} busy={invite.isPending} onClick={begin}>
        {t(exam.isFirst && !sentAt ? 'Support.Invite.First' : 'Support.Invite', { title })}
      </SmallButton>
      {unknownSince ? (
        <UnknownAddressQuestion {...question} email={email} since={unknownSince} />
      ) : (
        <ConfirmCall
          {...question}
          tone="primary"
          title={t('Mail.Again.Title')}
          messages={[t('Mail.Again.Text', { name: email, when: sentAt ? longDateTime(sentAt) : '–' })]}
          confirmLabel={t('Mail.Again.Confirm')}
          cancelLabel={t('Dialog.Cancel')}
        />
      )}
    </>
  );
}

interface UnknownAddressQuestionProps
  extends Pick<ConfirmCallProps, 'call' | 'open' | 'onConfirm' | 'onClose'> {
  email: string;
  /** When a mail server said that the address does not exist. */
  since: Date;
}

/** Asks before a mail goes to an address that is known not to exist. */
function UnknownAddressQuestion({ email, since, ...question }: UnknownAddressQuestionProps) {
  const { t, longDateTime } = useTexts();
  return (
    <ConfirmCall
      {...question}
      tone="primary"
      title={t('Support.Unknown.Title')}
      messages={[t('Support.Unknown.Text', { email, when: longDateTime(since) })]}
      confirmLabel={t('Support.Unknown.Confirm')}
      cancelLabel={t('Dialog.Cancel')}
    />
  );
}
