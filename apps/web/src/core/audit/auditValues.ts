import { type AuditDetail, auditDetails } from '@guichet/contract/core/audit.details';
import { isKept, toColumn } from '@guichet/contract/core/listValues';
import { type PersonText, personTextNames } from '@guichet/contract/core/personTexts';
import type { CorrectionField } from '@guichet/contract/exams/candidate.corrections';
import { examFactNames } from '@guichet/contract/exams/exams.facts';
import type { ProviderForm } from '@guichet/contract/identity/federation.providers';
import type { ApplicationForm } from '@guichet/contract/identity/provider.clients';
import type { Formats } from '../i18n/formats.ts';
import type { T, TextKey } from '../i18n/useT.ts';

export type SystemName = (systemId: number | null) => string;

/** Details shown first, in this order; others keep theirs, since the log stores keys in no useful order. */
const readingOrder: readonly string[] = examFactNames;

export function inReadingOrder<One>(all: readonly One[], keyOf: (one: One) => string): One[] {
  const rankOf = (one: One) => readingOrder.indexOf(keyOf(one)) + 1 || readingOrder.length + 1;
  return all.toSorted((one, other) => rankOf(one) - rankOf(other));
}

export interface DayForms {
  readonly day: Formats['longDay'];
  readonly dateTime: Formats['longDateTime'];
}

export interface Words extends DayForms, Pick<Formats, 'hour' | 'number'> {
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

export function detailName(detail: AuditDetail, t: T): string {
  return isPersonText(detail) ? t(`User.${detail}`) : t(`Audit.Detail.${detail}`);
}

function isPersonText(detail: AuditDetail): detail is PersonText {
  return personTextNames.some((name) => name === detail);
}

function textOfValue(value: unknown, words: Words): string {
  const { t, day, dateTime, hour, number } = words;
  if (value === '' || value === null) return t('Audit.NotSet');
  if (typeof value === 'number') return number(value);
  if (typeof value === 'boolean') return t(value ? 'Dialog.Yes' : 'Dialog.No');
  if (value === 'fr' || value === 'en') return t(`Language.${value}`);
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return dateTime(new Date(value));
  if (typeof value === 'string' && /^\d\d:\d\d$/.test(value)) return hour(value);
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\d$/.test(value) ? day(value) : textOfText(value, words);
  if (Array.isArray(value)) return value.map((one) => textOfValue(one, words)).join(', ');
  if (typeof value !== 'object') return '–';
  if ('from' in value && 'to' in value) {
    return t('Audit.Change', { from: textOfValue(value.from, words), to: textOfValue(value.to, words) });
  }
  return inReadingOrder(Object.entries(value), ([key]) => key)
    .filter(([key]) => key !== 'id' && key !== 'version')
    .map(([key, one]) => ({ name: textOfName(key, t), value: textOfField(key, one, words) }))
    .filter(({ value }) => value !== '')
    .map((fact) => t('Audit.Fact', fact))
    .join('; ');
}

/**
 * A change that the log keeps as the state `before` and the state `after`: each field that differs, in the one way of all
 * changes. A state that stands alone, such as that of a new or removed thing, is told as it is.
 */
export function factsOfChange({ before, after }: Readonly<Record<string, unknown>>, words: Words) {
  const { t } = words;
  const change = (key: string, from: unknown, to: unknown) =>
    t('Audit.Change', { from: textOfState(key, from, words), to: textOfState(key, to, words) });
  if (!isState(before ?? after)) {
    if ((before ?? after) === undefined) return [];
    return [{ key: 'after', name: t('Audit.Detail.label'), value: change('label', before, after) }];
  }
  const [former, present] = [isState(before) ? before : null, isState(after) ? after : null];
  return inReadingOrder(Object.keys({ ...former, ...present }), (key) => key)
    .filter((key) => key !== 'id' && key !== 'version')
    .filter((key) => JSON.stringify(former?.[key]) !== JSON.stringify(present?.[key]))
    .map((key) => ({
      key,
      name: textOfName(key, t),
      value:
        former && present
          ? change(key, former[key], present[key])
          : textOfField(key, (former ?? present)?.[key], words),
    }))
    .filter(({ value }) => value !== '');
}

const isState = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The text of one side of a change, which is never blank. */
function textOfState(key: string, value: unknown, words: Words): string {
  return (value === undefined ? '' : textOfField(key, value, words)) || words.t('Audit.NotSet');
}

/** The text of a detail or a field of a form, of which some hold numbers or words of the program. */
export function textOfField(key: string, value: unknown, words: Words): string {
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
export const valueWords: ReadonlyMap<string, TextKey> = new Map([
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
