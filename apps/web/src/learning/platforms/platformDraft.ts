import {
  type CredentialName,
  type Platform,
  type PlatformForm,
  type PlatformKind,
  type PlatformTrial,
  platformKinds,
} from '@guichet/contract/learning/learning.platforms';
import { parseNumber } from '../../core/forms/parseNumber.ts';

const texts = {
  name: '',
  address: '',
  semesterId: '',
  templateId: '',
  studentRole: '',
  callSeconds: '30',
  copySeconds: '120',
};

export const kinds = Object.keys(platformKinds) as [PlatformKind, ...PlatformKind[]];

/** A platform being edited: every field as text. */
export interface PlatformDraft extends Readonly<typeof texts> {
  readonly kind: PlatformKind;
  readonly credentials: Readonly<Partial<Record<CredentialName, string>>>;
}
export type DraftText = keyof typeof texts;

/** The first values of a draft of this kind. */
export function ofKind(kind: PlatformKind) {
  return { kind, credentials: {}, studentRole: String(platformKinds[kind].studentRole ?? '') };
}

/** Credentials are never shown, so a draft begins without them. */
export function toDraft(platform: Platform | null): PlatformDraft {
  const empty = { ...texts, ...ofKind(kinds[0]) };
  if (!platform) return empty;
  const { name, kind, address } = platform;
  const numbers = ['semesterId', 'templateId', 'studentRole', 'callSeconds', 'copySeconds'] as const;
  const given = Object.fromEntries(numbers.map((field) => [field, String(platform[field] ?? '')]));
  return { ...empty, ...given, name, kind, address };
}

export function hasCredentials({ credentials }: PlatformDraft): boolean {
  return Object.values(credentials).some((value) => value !== '');
}

function namesOf(kind: PlatformKind): readonly CredentialName[] {
  const { credentials, optional } = platformKinds[kind];
  return [...credentials, ...optional];
}

/** A required number that is missing or invalid becomes NaN, which the contract rejects with a text. */
export function toForm(draft: PlatformDraft, consentId: string | null = null): PlatformForm {
  const { name, kind, address, credentials } = draft;
  const required = (field: DraftText) => parseNumber(draft[field]) as number;
  return {
    name,
    kind,
    address,
    credentials: Object.fromEntries(namesOf(kind).map((field) => [field, credentials[field] ?? ''])),
    ...(consentId !== null && { consentId }),
    semesterId: parseNumber(draft.semesterId) ?? null,
    templateId: parseNumber(draft.templateId) ?? null,
    studentRole: required('studentRole'),
    callSeconds: required('callSeconds'),
    copySeconds: required('copySeconds'),
  };
}

/** The fields that a connection needs; a consent is valid for a draft with the same fields. */
export function pickSite({ kind, address, credentials }: PlatformDraft) {
  const { clientId = '', clientSecret = '' } = credentials;
  return { kind, address, credentials: { clientId, clientSecret } };
}

export function makeTrial(
  draft: PlatformDraft,
  platformId: number | null,
  consentId: string | null = null,
): PlatformTrial {
  const { name: _, ...access } = toForm(draft, consentId);
  return { platformId, ...access };
}

/** Whether two addresses name the same site, ignoring case and slashes at the end. */
export function isSameSite(one: string, other: string): boolean {
  const plain = (address: string) =>
    address
      .trim()
      .replace(/(?<!\/)\/+$/, '')
      .toLowerCase();
  return plain(one) === plain(other);
}
