import { auditActions, auditGroups, type ListedAuditLine, recordedTries } from '@guichet/contract/core/audit';
import { type AuditDetail, auditDetails } from '@guichet/contract/core/audit.details';
import { isKept, toColumn } from '@guichet/contract/core/listValues';
import { type PersonText, personTextNames } from '@guichet/contract/core/personTexts';
import type { CorrectionField } from '@guichet/contract/exams/candidate.corrections';
import { examFactNames } from '@guichet/contract/exams/exams.facts';
import type { ProviderForm } from '@guichet/contract/identity/federation.providers';
import type { ApplicationForm } from '@guichet/contract/identity/provider.clients';
import { type Formats, useTexts } from '../i18n/formats.ts';
import type { T, TextKey } from '../i18n/useT.ts';
import { nameContent } from '../parts/contents/nameContent.ts';
import type { AuditRow } from './foldLines.ts';

export type SystemName = (systemId: number | null) => string;

export interface AuditFact {
  readonly key: AuditDetail | 'people';
  readonly name: string;
  readonly value: string;
}

interface DayForms {
  readonly day: Formats['longDay'];
  readonly dateTime: Formats['longDateTime'];
}

/** The texts of audit lines. Days are in words, unless `inFile` gives the forms of a file. */
export function useAuditWords(systemName: SystemName, inFile?: DayForms) {
  const { t, language, longDay, longDateTime, hour, number, list } = useTexts();
  const { day, dateTime } = inFile ?? { day: longDay, dateTime: longDateTime };
  const words = { t, day, dateTime, hour, number, systemName };
  /** The one or two fields of an account that were changed; more stand in the details alone. */
  const changed = (action: string, detail: ListedAuditLine['detail']) => {
    const fields = auditDetails.filter((key) => key !== 'name' && key in detail);
    if (action !== 'user.corrected' || fields.length > 2) return '';
    return list(fields.map((key) => detailName(key, t).replace(/^./, (first) => first.toLocaleLowerCase())));
  };
  return {
    actor: ({ actorId, actor }: ListedAuditLine) =>
      actorId === null ? t(actor === '' ? 'Audit.Visitor' : 'Audit.Portal') : actor,
    system: ({ systemId, alsoIn = [] }: AuditRow) =>
      [systemId, ...alsoIn].map(systemName).filter(Boolean).join(', '),
    /** An action of an older version has no label any more, so the stored name shows. */
    action: ({ action, detail, examEn, tries = 1 }: AuditRow) => {
      const isOfOne = action === 'candidates.unenrolled' && detail.candidates === 1;
      const known = knownActions.find((one) => one === (isOfOne ? 'candidate.unenrolled' : action));
      const change = valueWords.get(`${action}:${detail.change}`);
      const name = change ? t(change) : known ? t(`Audit.Action.${known}`) : action;
      const value =
        tries > 1
          ? t(`Audit.Tries.${tries < recordedTries ? 'exact' : 'orMore'}`, { count: tries })
          : action.startsWith('candidate.') && detail.exam
            ? String((language === 'en' ? examEn : null) ?? detail.exam)
            : changed(action, detail);
      return value ? t('Audit.Fact', { name, value }) : name;
    },
    subject: ({ action, subject, subjectName, subjectNameEn, detail, examEn, people }: ListedAuditLine) => {
      const [kind, , ...rest] = (subject ?? '').split(':');
      if (rest[0] === 'fr' || rest[0] === 'en') {
        if (kind === 'message') return t(`Audit.Message.${rest[0]}`);
        if (kind === 'reminder') return t(`Audit.Reminder.${rest[0]}`);
      }
      // The details have the language of a content item; a banner and the university need no name.
      if (kind === 'content') return nameContent(t, rest[0] ?? '');
      if (kind === 'broadcast') return t('Broadcast.Title');
      if (kind === 'banner' || kind === 'university') return '';
      const name = (language === 'en' ? subjectNameEn : null) ?? subjectName ?? subject ?? '';
      if (action !== 'candidates.moved' || !detail.exam) return name;
      const to = String((language === 'en' ? examEn : null) ?? detail.exam);
      const change = t('Audit.Change', { from: name, to });
      return people.length > 0 ? t('Audit.Fact', { name: people.join(', '), value: change }) : change;
    },
    details: ({ detail, people, examEn }: ListedAuditLine): AuditFact[] => [
      ...(people.length > 0
        ? [{ key: 'people' as const, name: t('Audit.People'), value: people.join(', ') }]
        : []),
      ...inReadingOrder(auditDetails, (key) => key)
        .filter((key) => !hidden.has(key) && (detail[key] ?? '') !== '')
        // Zero cancelled mails are no news.
        .filter((key) => (key !== 'mailsCancelled' && key !== 'mailsUnderWay') || detail[key] !== 0)
        // The number is left out when all candidates are listed by name.
        .filter((key) => key !== 'candidates' || people.length === 0 || detail[key] !== people.length)
        .map((key) => ({
          key,
          name: detailName(key, t),
          value: textOfField(
            key,
            key === 'exam' && language === 'en' ? (examEn ?? detail[key]) : detail[key],
            words,
          ),
        })),
    ],
  };
}

const knownActions = auditGroups.flatMap((group) => [...auditActions[group]]);

/** Details not shown: the heading has the name, and database ids mean nothing to a reader. */
const hidden: ReadonlySet<string> = new Set([
  'name',
  'examId',
  'importId',
  'imports',
  'removalId',
  'userIds',
]);

/** Details shown first, in this order; others keep theirs, since the log stores keys in no useful order. */
const readingOrder: readonly string[] = ['before', 'after', ...examFactNames];

function inReadingOrder<One>(all: readonly One[], keyOf: (one: One) => string): One[] {
  const rankOf = (one: One) => readingOrder.indexOf(keyOf(one)) + 1 || readingOrder.length + 1;
  return all.toSorted((one, other) => rankOf(one) - rankOf(other));
}

interface Words extends DayForms, Pick<Formats, 'hour' | 'number'> {
  t: T;
  systemName: SystemName;
}

type FormField<F> = F extends unknown ? Exclude<keyof F, AuditDetail | 'secret'> : never;

/** The texts of what providers and applications state, as their forms have them. */
const formTexts: Readonly<Record<FormField<ProviderForm | ApplicationForm>, TextKey>> = {
  clientId: 'Providers.Field.clientId',
  deployments: 'Providers.Field.deployments',
  domains: 'Providers.Field.domains',
  entityId: 'Applications.Field.entityId',
  groupRoles: 'Providers.Groups',
  groupsClaim: 'Providers.Field.groupsClaim',
  homeUri: 'Applications.Field.homeUri',
  isActive: 'Providers.Field.isActive',
  issuer: 'Providers.Field.issuer',
  keysAddress: 'Providers.Field.keysAddress',
  labelEn: 'Providers.Field.labelEn',
  labelFr: 'Providers.Field.labelFr',
  logoutUri: 'Applications.Field.logoutUri',
  metadata: 'Providers.Field.metadata',
  namesByKey: 'Applications.Field.namesByKey',
  redirectUris: 'Applications.Field.redirectUris',
  requiresPkce: 'Applications.Field.requiresPkce',
  rolesOf: 'Applications.Field.rolesOf',
  scopes: 'Applications.Field.scopes',
  secretIn: 'Applications.Field.secretIn',
  signOutUris: 'Applications.Field.signOutUris',
  startsHere: 'Applications.Field.startsHere',
  subjectAttribute: 'Providers.Field.subjectAttribute',
  systemIds: 'Providers.Field.systemIds',
  signInAddress: 'Providers.Field.signInAddress',
  tokenAddress: 'Providers.Field.tokenAddress',
  tokenAudience: 'Providers.Field.tokenAudience',
  trustsFactor: 'Providers.Field.trustsFactor',
};

function textOfName(key: string, t: T): string {
  if (key in formTexts) return t(formTexts[key as keyof typeof formTexts]);
  if (key === 'fr' || key === 'en') return t(`Language.${key}`);
  if (isKept(key)) return toColumn(key);
  if (key === 'extraTime') return t('Import.Field.extraTime');
  const known = auditDetails.find((name) => name === key);
  return known ? detailName(known, t) : key;
}

function detailName(detail: AuditDetail, t: T): string {
  return isPersonText(detail) ? t(`User.${detail}`) : t(`Audit.Detail.${detail}`);
}

function isPersonText(detail: AuditDetail): detail is PersonText {
  return personTextNames.some((name) => name === detail);
}

function textOfValue(value: unknown, words: Words): string {
  const { t, day, dateTime, hour, number } = words;
  if (value === '') return t('Audit.NotSet');
  if (typeof value === 'number') return number(value);
  if (typeof value === 'boolean') return t(value ? 'Dialog.Yes' : 'Dialog.No');
  if (value === 'fr' || value === 'en') return t(`Language.${value}`);
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return dateTime(new Date(value));
  if (typeof value === 'string' && /^\d\d:\d\d$/.test(value)) return hour(value);
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\d$/.test(value) ? day(value) : textOfText(value, words);
  if (Array.isArray(value)) return value.map((one) => textOfValue(one, words)).join(', ');
  if (typeof value !== 'object' || value === null) return '–';
  if ('from' in value && 'to' in value)
    return t('Audit.Change', { from: textOfValue(value.from, words), to: textOfValue(value.to, words) });
  return inReadingOrder(Object.entries(value), ([key]) => key)
    .filter(([key]) => key !== 'id' && key !== 'version')
    .map(([key, one]) => ({ name: textOfName(key, t), value: textOfField(key, one, words) }))
    .filter(({ value }) => value !== '')
    .map((fact) => t('Audit.Fact', fact))
    .join('; ');
}

/** The text of a detail or a field of a form, of which some hold numbers or words of the program. */
function textOfField(key: string, value: unknown, words: Words): string {
  const { t, systemName } = words;
  if (key === 'copyFrom') return systemName(Number(value));
  if (key === 'correction') return t(`Correction.Field.${value as CorrectionField}`);
  if (key === 'systemIds')
    return (value as number[] | null)?.map(systemName).join(', ') ?? t('Providers.AllSystems');
  if (key === 'rolesOf') return value === null ? t('Applications.People.All') : systemName(Number(value));
  if (key === 'secretIn') return t(`Applications.SecretIn.${(value as 'body' | 'header' | null) ?? 'none'}`);
  return textOfValue(value, words);
}

/** Words stored as values, such as the second factor of a session or why a reminder did not leave, or as kinds of an action. */
const valueWords: ReadonlyMap<string, TextKey> = new Map([
  ['passkey', 'Audit.Detail.passkey'],
  ['recoveryCode', 'SecondFactor.Code.recoveryCode'],
  ['totp', 'Factors.Totp'],
  ['email', 'Applications.Scope.email'],
  ['openid', 'Providers.OpenId'],
  ['profile', 'Applications.Scope.profile'],
  ['roles', 'Applications.Scope.roles'],
  ['saml', 'Providers.Saml'],
  ['present', 'Presence.present'],
  ['absent', 'Presence.absent'],
  ['invitation', 'Message.Kind.invitation'],
  ['reminder', 'Message.Kind.reminder'],
  ['hourPast', 'TimeLine.Unsent.hourPast'],
  ['afterExam', 'TimeLine.Unsent.afterExam'],
  ['examCancelled', 'TimeLine.Unsent.examCancelled'],
  ['examOver', 'TimeLine.Unsent.examOver'],
  ['messageEmpty', 'TimeLine.Unsent.messageEmpty'],
  ['theirs', 'Audit.Value.theirs'],
  ['another', 'Audit.Value.another'],
  ['mail', 'Audit.Value.mail'],
  ['signIn', 'Audit.Value.signIn'],
  ['studentNumber', 'User.studentNumber'],
  ['exam.extraTimesChanged:given', 'Support.Event.extraTimeGiven'],
  ['exam.extraTimesChanged:changed', 'Support.Event.extraTimeChanged'],
  ['exam.extraTimesChanged:removed', 'Support.Event.extraTimeRemoved'],
]);

/** The text of a value: `admin:3` is a role in a system, rich text loses markup, others stay unchanged. */
function textOfText(text: string, words: Words): string {
  const word = valueWords.get(text);
  if (word) return words.t(word);
  return roleInWords(text, words) ?? text.replace(/<[^<>]*>/g, ' ').trim();
}

/** The words of a role as the log has it, `superAdmin` or `admin:3`; null for another text. */
export function roleInWords(text: string, { t, systemName }: Pick<Words, 't' | 'systemName'>): string | null {
  if (text === 'superAdmin') return t('Role.superAdmin');
  const [, role, systemId] = /^(student|support|admin|extraTime):(\d+)$/.exec(text) ?? [];
  if (!role) return null;
  return t(`Role.${role as 'student' | 'support' | 'admin' | 'extraTime'}`, {
    system: systemName(Number(systemId)),
  });
}
