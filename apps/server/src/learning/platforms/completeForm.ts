import { type PlatformTrial, platformKinds } from '@guichet/contract/learning/learning.platforms';
import type { AppContext } from '../../core/context/appContext.ts';
import { AppError, invalidField } from '../../core/runtime/errors.ts';
import { addressTemplate, siteAddress } from '../../core/runtime/settingValues.ts';
import type { RegisteredPlatform } from '../learning.service.ts';
import { toRegisteredPlatform } from './connectors.ts';
import type { PlatformRow } from './platforms.queries.ts';
import { isRefusedHost } from './privateHosts.service.ts';

type Credentials = Readonly<Record<string, string>>;
type SiteForm = Pick<PlatformTrial, 'kind' | 'address' | 'credentials'>;

/**
 * A platform as a form states it, with the credentials of the consent, or else the stored ones for fields
 * left empty.
 * @throws AppError `request.invalid`
 */
export function completeForm(
  context: AppContext,
  form: Omit<PlatformTrial, 'platformId'>,
  stored: PlatformRow | null,
  consented: Credentials = {},
): RegisteredPlatform {
  const { kind, studentRole, callSeconds, copySeconds } = form;
  const { credentials: required, optional } = platformKinds[kind];
  const stated = { ...form, credentials: { ...form.credentials, ...consented } };
  const { address, credentials } = completeSite(context, stated, stored, { required, optional });
  checkWayIn(credentials.wayIn || null);
  return {
    id: stored?.id ?? null,
    kind,
    address,
    credentials,
    ...readDefaultIds(form),
    studentRole,
    callSeconds,
    copySeconds,
  };
}

/** Address and named credentials; stored ones for fields left empty. @throws AppError `request.invalid` */
export function completeSite(
  context: AppContext,
  form: SiteForm,
  stored: PlatformRow | null,
  named: { readonly required: readonly string[]; readonly optional: readonly string[] },
): { readonly address: string; readonly credentials: Credentials } {
  const address = addressOf(context, form.address);
  const names = [...named.required, ...named.optional];
  const isSame = stored?.address === address && stored.kind === form.kind;
  const isKept = isSame && names.some((name) => !form.credentials[name]);
  const kept = isKept ? keptOf(context, stored) : {};
  const credentials = names.map((name) => [name, form.credentials[name] || kept?.[name] || ''] as const);
  // Credentials are only sent to the address for which they were entered.
  const messageKey = stored && !isSame ? 'credentialAgain' : kept === null ? 'credentialLost' : 'required';
  const faults = credentials
    .filter(([name, value]) => value === '' && named.required.includes(name))
    .map(([name]) => ({ path: `credentials.${name}`, messageKey }));
  if (faults.length > 0) throw new AppError('request.invalid', { faults });
  return { address, credentials: Object.fromEntries(credentials) };
}

/** Null when the credentials were encrypted with another key. */
function keptOf(context: AppContext, stored: PlatformRow): Credentials | null {
  try {
    return toRegisteredPlatform(context, stored).credentials;
  } catch {
    return null;
  }
}

/** Defaults for systems; null where the form has none. */
export function readDefaultIds({
  semesterId = null,
  templateId = null,
}: Pick<PlatformTrial, 'semesterId' | 'templateId'>) {
  return { semesterId, templateId };
}

function addressOf({ config }: AppContext, text: string): string {
  let address: string;
  try {
    address = siteAddress(text);
  } catch {
    throw invalidField('address', 'siteAddress');
  }
  if (isRefusedHost(config, new URL(address).hostname)) throw invalidField('address', 'privateHost');
  return address;
}

function checkWayIn(wayIn: string | null): void {
  try {
    if (wayIn !== null) addressTemplate(wayIn, '{course}');
  } catch {
    throw invalidField('credentials.wayIn', 'wayIn');
  }
}
