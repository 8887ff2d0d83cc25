import { listMails } from '@guichet/contract/mail/outbox';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useAddress } from '../../../core/address/useAddress.ts';
import { pollWhile, query } from '../../../core/call/query.ts';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { type PageProps, TitledPage } from '../../../core/page/TitledPage.tsx';
import { examHref } from '../../../exams/exam/examHrefs.ts';
import { examOptions } from '../../../exams/exam/exams.api.ts';
import { SuperAdmins } from '../../../identity/access/SuperAdmins.tsx';
import { useOwnSystems } from '../../../identity/access/useOwnSystems.ts';
import { PersonLink } from '../../../identity/pages/users/PersonLink.tsx';
import { UserDialogs, useUserDialogs } from '../../../identity/pages/users/UserDialogs.tsx';
import type { Person } from '../../../identity/users/person.ts';
import { Views } from '../../../overview/views/Views.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { MailDialog, type MailDialogProps } from '../../outbox/mail/MailDialog.tsx';
import { hasMovingMails } from '../../outbox/mail/mailState.ts';
import { OutboxList } from '../../outbox/OutboxList.tsx';
import { OutgoingNotices } from '../../outbox/OutgoingNotices.tsx';
import { outboxParams, toMailMatch } from '../../outbox/outboxParams.ts';

/** The parameters that a saved view of the outbox keeps. */
const viewParams = ['system', 'exam', 'state', 'only', 'q'];

export function OutboxPage({ title }: PageProps) {
  const t = useT();
  const language = useLanguage();
  const [filter, change] = useAddress(outboxParams);
  const { systems, systemName, isSuperAdmin } = useOwnSystems(filter.system);
  const { page, size } = filter;
  const mails = useQuery({
    ...query(listMails, { query: { ...toMailMatch(filter), page, pageSize: size }, language }),
    placeholderData: keepPreviousData,
    refetchInterval: pollWhile(({ states }) => hasMovingMails(states)),
  });
  const dialogs = useUserDialogs();

  const correct = (person: Person) => dialogs.open({ kind: 'correction', person, field: 'email' });

  const { system, exam } = filter;
  const isOfExam = system !== null && exam !== null;
  const onlyExam = useQuery({ ...examOptions(system ?? 0, exam ?? 0, language), enabled: isOfExam }).data;
  const ofSystem = systems.find(({ id }) => id === filter.system);
  const isTrial = mails.data?.transport === 'files';
  /** A button of the open mail that closes the mail, and goes on with its person. */
  const leadOn =
    (label: string, goOn: (person: Person) => void): MailDialogProps['person'] =>
    ({ userId, recipientName, recipient }) =>
      userId !== null && (
        <SmallButton
          onClick={() => {
            change({ mail: null }, 'replace');
            goOn({ id: userId, fullName: recipientName, email: recipient });
          }}
        >
          {label}
        </SmallButton>
      );
  return (
    <TitledPage
      dense
      above={ofSystem ? [{ label: ofSystem.name, href: `/${ofSystem.slug}/configuration` }] : []}
      title={title}
      description={t('OutboxPage.Lead')}
      actions={<Views list="outbox" params={viewParams} />}
    >
      <div className="flex flex-col gap-3">
        <OutgoingNotices mayRelease={isSuperAdmin} whoMay={<SuperAdmins />} />
        <OutboxList
          query={mails}
          filter={filter}
          onChange={change}
          systems={systems}
          systemName={systemName}
          onCorrect={({ userId, recipientName, recipient }) =>
            userId !== null && correct({ id: userId, fullName: recipientName, email: recipient })
          }
          onlyExam={isOfExam && onlyExam ? { ...onlyExam, href: examHref(system, exam) } : null}
          nameOf={({ userId, recipientName, recipient }) =>
            userId === null ? (
              recipientName || recipient
            ) : (
              <PersonLink
                person={{ id: userId, fullName: recipientName, email: recipient }}
                onOpen={dialogs.openInfo}
              />
            )
          }
        />
      </div>
      <MailDialog
        mailId={filter.mail}
        links={isTrial && isSuperAdmin ? 'open' : 'inert'}
        correct={leadOn(t('UserInfo.Undelivered.Correct'), correct)}
        person={leadOn(t('Mail.Account.Person'), dialogs.openInfo)}
        onClose={() => change({ mail: null }, 'replace')}
      />
      <UserDialogs dialogs={dialogs} />
    </TitledPage>
  );
}
