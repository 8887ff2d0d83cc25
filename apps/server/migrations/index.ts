import type { Migration } from 'kysely/migration';
import * as foundation from './001-foundation.ts';
import * as builtinPlatform from './002-builtin-platform.ts';
import * as wholePortal from './003-whole-portal.ts';
import * as secondFactors from './004-second-factors.ts';
import * as sessions from './005-sessions.ts';
import * as versions from './006-versions.ts';
import * as rowSecurity from './007-walls.ts';
import * as userChanges from './008-user-changes.ts';
import * as cancelledExams from './009-cancelled-exams.ts';
import * as listLayouts from './010-list-layouts.ts';
import * as mailedLinks from './011-mailed-links.ts';
import * as lockedAccounts from './012-locked-accounts.ts';
import * as studentNumbers from './013-student-numbers.ts';
import * as waysOut from './014-ways-out.ts';
import * as plainNames from './015-plain-names.ts';
import * as stagedTexts from './016-staged-texts.ts';
import * as oneQueue from './017-one-queue.ts';
import * as rateLimits from './018-rate-limits.ts';
import * as givenPasswords from './019-given-passwords.ts';
import * as correctedAddresses from './020-corrected-addresses.ts';
import * as examDetails from './021-exam-details.ts';
import * as importPeople from './022-import-people.ts';
import * as reminders from './023-reminders.ts';
import * as candidates from './024-candidates.ts';
import * as home from './026-home.ts';
import * as removals from './027-removals.ts';
import * as bounces from './028-bounces.ts';
import * as support from './029-support.ts';
import * as mailFrames from './030-mail-frames.ts';
import * as rolesAndViews from './031-roles-and-views.ts';
import * as signedInCandidates from './031-signed-in-candidates.ts';
import * as examHistory from './032-exam-history.ts';
import * as platforms from './033-platforms.ts';
import * as platformTokens from './034-platform-tokens.ts';
import * as courseSemesters from './035-course-semesters.ts';
import * as platformReadings from './035-platform-readings.ts';
import * as englishCourseTitles from './036-english-course-titles.ts';
import * as courseGrades from './037-course-grades.ts';
import * as extraTimes from './038-extra-times.ts';
import * as homeFigures from './039-home-figures.ts';
import * as comparedMessages from './042-compared-messages.ts';
import * as platformRemarks from './043-platform-remarks.ts';
import * as personHistory from './044-person-history.ts';
import * as builtinGrades from './045-builtin-grades.ts';
import * as platformRepairs from './046-platform-repairs.ts';
import * as repairedRows from './047-repaired-rows.ts';
import * as outageRemarks from './048-outage-remarks.ts';
import * as platformConsents from './049-platform-consents.ts';
import * as movedExtraTimes from './050-moved-extra-times.ts';
import * as knownFacts from './051-known-facts.ts';
import * as university from './052-university.ts';
import * as accountUpdates from './054-account-updates.ts';
import * as untoldCandidates from './055-untold-candidates.ts';
import * as notSignedInCandidates from './056-not-signed-in-candidates.ts';
import * as platformAccounts from './060-platform-accounts.ts';
import * as quizDates from './065-quiz-dates.ts';
import * as firstSuperAdmins from './075-first-super-admins.ts';
import * as universityMails from './080-university-mails.ts';
import * as calendarFeedEnds from './085-calendar-feed-ends.ts';
import * as passwordGivers from './086-given-passwords.ts';
import * as guestCandidates from './087-guest-candidates.ts';
import * as factorsOfGivenPasswords from './089-factors-of-given-passwords.ts';
import * as reportTries from './095-report-tries.ts';
import * as handedAccounts from './096-handed-accounts.ts';
import * as mailsByRecipient from './097-mails-by-recipient.ts';
import * as datesAlone from './098-dates-alone.ts';

/** In order, forward only; a migration that has landed is never changed. */
export const migrations: Record<string, Migration> = {
  '001-foundation': foundation,
  '002-builtin-platform': builtinPlatform,
  '003-whole-portal': wholePortal,
  '004-second-factors': secondFactors,
  '005-sessions': sessions,
  '006-versions': versions,
  '007-walls': rowSecurity,
  '008-user-changes': userChanges,
  '009-cancelled-exams': cancelledExams,
  '010-list-layouts': listLayouts,
  '011-mailed-links': mailedLinks,
  '012-locked-accounts': lockedAccounts,
  '013-student-numbers': studentNumbers,
  '014-ways-out': waysOut,
  '015-plain-names': plainNames,
  '016-staged-texts': stagedTexts,
  '017-one-queue': oneQueue,
  '018-rate-limits': rateLimits,
  '019-given-passwords': givenPasswords,
  '020-corrected-addresses': correctedAddresses,
  '021-exam-details': examDetails,
  '022-import-people': importPeople,
  '023-reminders': reminders,
  '024-candidates': candidates,
  '026-home': home,
  '027-removals': removals,
  '028-bounces': bounces,
  '029-support': support,
  '030-mail-frames': mailFrames,
  '031-roles-and-views': rolesAndViews,
  '031-signed-in-candidates': signedInCandidates,
  '032-exam-history': examHistory,
  '033-platforms': platforms,
  '034-platform-tokens': platformTokens,
  '035-course-semesters': courseSemesters,
  '035-platform-readings': platformReadings,
  '036-english-course-titles': englishCourseTitles,
  '037-course-grades': courseGrades,
  '038-extra-times': extraTimes,
  '039-home-figures': homeFigures,
  '042-compared-messages': comparedMessages,
  '043-platform-remarks': platformRemarks,
  '044-person-history': personHistory,
  '045-builtin-grades': builtinGrades,
  '046-platform-repairs': platformRepairs,
  '047-repaired-rows': repairedRows,
  '048-outage-remarks': outageRemarks,
  '049-platform-consents': platformConsents,
  '050-moved-extra-times': movedExtraTimes,
  '051-known-facts': knownFacts,
  '052-university': university,
  '054-account-updates': accountUpdates,
  '055-untold-candidates': untoldCandidates,
  '056-not-signed-in-candidates': notSignedInCandidates,
  '060-platform-accounts': platformAccounts,
  '065-quiz-dates': quizDates,
  '075-first-super-admins': firstSuperAdmins,
  '080-university-mails': universityMails,
  '085-calendar-feed-ends': calendarFeedEnds,
  '086-given-passwords': passwordGivers,
  '087-guest-candidates': guestCandidates,
  '089-factors-of-given-passwords': factorsOfGivenPasswords,
  '095-report-tries': reportTries,
  '096-handed-accounts': handedAccounts,
  '097-mails-by-recipient': mailsByRecipient,
  '098-dates-alone': datesAlone,
};
