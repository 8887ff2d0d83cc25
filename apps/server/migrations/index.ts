import type { Migration } from 'kysely/migration';
import * as baseline from './001-baseline.ts';
import * as exams from './002-exams.ts';
import * as stagedRepeats from './003-staged-repeats.ts';
import * as sheets from './004-sheets.ts';
import * as foldedDashes from './005-folded-dashes.ts';
import * as mailAnswers from './006-mail-answers.ts';
import * as invitationCalendar from './007-invitation-calendar.ts';
import * as laterEnds from './008-later-ends.ts';
import * as examMessages from './009-exam-messages.ts';
import * as corrections from './010-corrections-by-lists.ts';
import * as letters from './011-letters.ts';
import * as passedOn from './012-passed-on-corrections.ts';
import * as listValues from './013-list-values.ts';
import * as openid from './014-openid.ts';
import * as confirmedBackup from './015-confirmed-backup.ts';
import * as changesByLists from './016-changes-by-lists.ts';
import * as presence from './017-presence.ts';
import * as senderDomains from './018-sender-domains.ts';
import * as federation from './019-federation.ts';
import * as archivedSystems from './020-archived-systems.ts';
import * as saml from './021-saml.ts';
import * as filedMails from './022-filed-mails.ts';
import * as groupRoles from './023-group-roles.ts';
import * as samlApplications from './024-saml-applications.ts';
import * as joinedNames from './026-joined-names.ts';
import * as applicationPages from './027-application-pages.ts';
import * as lti from './028-lti.ts';
import * as extraTimeChanges from './029-extra-time-changes.ts';
import * as linesSetAside from './030-lines-set-aside.ts';
import * as lookUps from './031-look-ups-behind-policies.ts';
import * as earlierLines from './032-subjects-of-earlier-lines.ts';
import * as examsOfRequests from './033-exams-of-requests.ts';
import * as endsOfSignOns from './034-ends-of-sign-ons.ts';
import * as troublesOfApplications from './035-troubles-of-applications.ts';
import * as linesOfSuperAdmins from './036-lines-of-super-admins.ts';
import * as deactivatedAccounts from './037-deactivated-accounts.ts';
import * as broadcast from './038-broadcast.ts';
import * as troublesOfProviders from './039-troubles-of-providers.ts';
import * as textsBehind from './040-texts-behind.ts';

/** In order, forward only; a migration that has landed is never changed. */
export const migrations: Record<string, Migration> = {
  '001-baseline': baseline,
  '002-exams': exams,
  '003-staged-repeats': stagedRepeats,
  '004-sheets': sheets,
  '005-folded-dashes': foldedDashes,
  '006-mail-answers': mailAnswers,
  '007-invitation-calendar': invitationCalendar,
  '008-later-ends': laterEnds,
  '009-exam-messages': examMessages,
  '010-corrections-by-lists': corrections,
  '011-letters': letters,
  '012-passed-on-corrections': passedOn,
  '013-list-values': listValues,
  '014-openid': openid,
  '015-confirmed-backup': confirmedBackup,
  '016-changes-by-lists': changesByLists,
  '017-presence': presence,
  '018-sender-domains': senderDomains,
  '019-federation': federation,
  '020-archived-systems': archivedSystems,
  '021-saml': saml,
  '022-filed-mails': filedMails,
  '023-group-roles': groupRoles,
  '024-saml-applications': samlApplications,
  '026-joined-names': joinedNames,
  '027-application-pages': applicationPages,
  '028-lti': lti,
  '029-extra-time-changes': extraTimeChanges,
  '030-lines-set-aside': linesSetAside,
  '031-look-ups-behind-policies': lookUps,
  '032-subjects-of-earlier-lines': earlierLines,
  '033-exams-of-requests': examsOfRequests,
  '034-ends-of-sign-ons': endsOfSignOns,
  '035-troubles-of-applications': troublesOfApplications,
  '036-lines-of-super-admins': linesOfSuperAdmins,
  '037-deactivated-accounts': deactivatedAccounts,
  '038-broadcast': broadcast,
  '039-troubles-of-providers': troublesOfProviders,
  '040-texts-behind': textsBehind,
};
