import { listCorrections } from '@guichet/contract/exams/candidate.corrections';
import { titleIn } from '@guichet/contract/exams/exams.end';
import { listPlannedReminders } from '@guichet/contract/exams/notices.reminders';
import { type Entrance, listEntrances } from '@guichet/contract/identity/access';
import { superAdminName } from '@guichet/contract/identity/roleNames';
import { listRoles, searchUsers } from '@guichet/contract/identity/users.search';
import { listMails } from '@guichet/contract/mail/outbox';
import { listMailFrames } from '@guichet/contract/systems/systems';
import { type ReactNode, useState } from 'react';
import { query, useQuery } from '../../../core/call/query.ts';
import { useLanguage, useT, useTexts } from '../../../core/i18n/formats.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { useSuperAdmins } from '../../../core/page/SuperAdminSlot.tsx';
import { ClosableDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { mailLabels } from '../../../core/parts/mails/MailTextFields.tsx';
import { GiveRole } from '../../../identity/users/newUser/GiveRole.tsx';
import { findDefault } from '../../../systems/system/contacts/contacts.api.ts';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { EmailLink } from '../../../ui/html/EmailLink.tsx';
import { UserPlusIcon } from '../../../ui/icons/moreIcons.tsx';
import { Facts } from '../../../ui/layout/Facts.tsx';
import { examHref } from '../../exam/examHrefs.ts';

export interface RunningDialogProps {
  open: boolean;
  system: Entrance;
  systemTitle: string;
  onClose: () => void;
}

/** A system as a colleague takes it over: people, notices and contacts, what is planned and what waits. */
export function RunningDialog({ open, system, systemTitle, onClose }: RunningDialogProps) {
  const t = useT();
  return (
    <ClosableDialog open={open} onClose={onClose} title={t('Running.Title', { system: systemTitle })}>
      {open && <Running system={system} />}
    </ClosableDialog>
  );
}

function Running({ system: { systemId, slug } }: { system: Entrance }) {
  const { t, language, longDateTime } = useTexts();
  const superAdmins = useSuperAdmins();
  const home = useQuery(query(listEntrances)).data;
  const params = { systemId };
  const roles = useQuery(query(listRoles, { language }));
  const frames = useQuery(query(listMailFrames)).data;
  const frame = frames?.systems.find(({ id }) => id === systemId);
  const planned = useQuery(query(listPlannedReminders, { params }));
  const corrections = useQuery(query(listCorrections, { query: { isAnswered: false } }));
  const mails = useQuery(query(listMails, { query: { systemId, state: 'planned', pageSize: 1 }, language }));
  const waiting = corrections.data?.filter((one) => one.systemId === systemId).length ?? 0;
  const plannedMails = mails.data?.totalItems ?? 0;
  const contactFields = [
    'emailFrom',
    'replyTo',
    'phone',
    language === 'fr' ? 'officeFr' : 'officeEn',
  ] as const;
  const configuration = `/${slug}/configuration`;
  return (
    <div className="flex flex-col gap-5">
      <Loaded query={roles} lines={4}>
        {(all) => (
          <>
            {(['admin', 'support'] as const).map((role) => {
              const name = all.find((one) => one.systemId === systemId && one.role === role)?.name;
              return name && <Holders key={role} of={role} name={name} />;
            })}
            {all.some(({ role }) => role === 'superAdmin') ? (
              <Holders of="superAdmin" name={superAdminName} />
            ) : (
              home && home.superAdmins.length > 0 && <Part title={t('SuperAdmins.Label')}>{superAdmins}</Part>
            )}
          </>
        )}
      </Loaded>
      <Part title={t('Running.Notices')}>
        <p>{t('Running.Notices.About')}</p>
      </Part>
      <Part title={t('Running.Contacts')}>
        {frames && frame && (
          <Facts
            facts={contactFields.map((name) => ({
              name: t(mailLabels[name]),
              value: frame[name] || findDefault(frame, frames.university, name) || t('Contacts.None'),
            }))}
          />
        )}
        <Way href="/configuration/contacts">{t('Running.Contacts.Change')}</Way>
      </Part>
      <Part title={t('Running.Planned')}>
        <Loaded query={planned} lines={2}>
          {(reminders) => (
            <ul className="flex flex-col gap-1">
              {reminders.map((one) => (
                <li key={one.id} className="wrap-anywhere">
                  <Way href={examHref(systemId, one.examId)}>
                    {t(one.isLetter ? 'Running.Letter' : 'Running.Reminder', {
                      exam: titleIn(language, one).title,
                      moment: longDateTime(one.at),
                      name: one.madeBy,
                    })}
                  </Way>
                </li>
              ))}
              {plannedMails > 0 && (
                <li>
                  <Way href={`/outbox?system=${systemId}&state=planned`}>
                    {t('Running.Mails', { count: plannedMails })}
                  </Way>
                </li>
              )}
              {reminders.length === 0 && plannedMails === 0 && <li>{t('Running.Planned.None')}</li>}
            </ul>
          )}
        </Loaded>
        <Way href={`${configuration}?tab=cohorts`}>{t('Systems.Archive.SeeComing')}</Way>
      </Part>
      <Part title={t('Running.Waiting')}>
        {waiting > 0 ? (
          <Way href="/corrections">{t('Running.Corrections', { count: waiting })}</Way>
        ) : (
          <p>{t('Running.Waiting.None')}</p>
        )}
      </Part>
    </div>
  );
}

/** The most people of a role that the list names; the link leads to all. */
const mostNamed = 25;

/** The people with a role in the system, and the way to give it or take it. */
function Holders({ of: role, name }: { of: 'admin' | 'support' | 'superAdmin'; name: string }) {
  const t = useT();
  const [isGiving, setGiving] = useState(false);
  const language = useLanguage();
  const filters = [{ role: name, pageSize: mostNamed }];
  const found = useQuery(query(searchUsers, { body: { filters }, language }));
  return (
    <Part title={role === 'superAdmin' ? t('SuperAdmins.Label') : t(`Role.alone.${role}`)}>
      <Loaded query={found} lines={2}>
        {({ data }) => (
          <ul className="flex flex-col gap-1">
            {data.map(({ id, fullName, email, isActive, linkDue, lastVisitDate, isVisitHidden }) => (
              <li key={id} className="wrap-anywhere flex flex-wrap gap-x-3">
                <span>{isActive ? fullName : t('Running.Inactive', { name: fullName })}</span>
                <EmailLink email={email} />
                {lastVisitDate === null && !isVisitHidden && (
                  <span className="text-muted text-sm">{t('Running.NotSignedIn')}</span>
                )}
                {linkDue && <span className="text-muted text-sm">{t('UserInfo.Roles.LinkDue')}</span>}
              </li>
            ))}
            {data.length === 0 && <li>{t('Running.Nobody')}</li>}
          </ul>
        )}
      </Loaded>
      {isGiving && <GiveRole name={name} />}
      {role !== 'superAdmin' && !isGiving && (
        <SmallButton icon={UserPlusIcon} onClick={() => setGiving(true)}>
          {t(`Running.Add.${role}`)}
        </SmallButton>
      )}
      {found.data && found.data.totalItems > 0 && (
        <Way href={`/configuration/users?role=${encodeURIComponent(name)}`}>{t('Running.Roles')}</Way>
      )}
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col items-start gap-1.5">
      <h3 className="font-semibold text-base text-ink">{title}</h3>
      {children}
    </section>
  );
}

function Way({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="inline-block min-h-6 content-center text-accent-ink underline-offset-4 hover:underline"
    >
      {children}
    </a>
  );
}
