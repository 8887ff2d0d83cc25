import { type Html, html } from '@guichet/contract/core/html';
import type { AppContext } from '../../../core/context/appContext.ts';
import { presentWords } from '../../../core/runtime/foreignWords.ts';
import type { ClientRow } from '../clients/clients.queries.ts';
import { claimsFor } from '../openid/claims.ts';
import type { PersonRow } from '../signIns/signIns.queries.ts';

const format = 'urn:oasis:names:tc:SAML:2.0:attrname-format:';

/** The claims that each scope tells, by their usual names as attributes: a friendly one and one of LDAP or eduMember. */
const attributes = {
  profile: {
    preferred_username: ['uid', 'urn:oid:0.9.2342.19200300.100.1.1'],
    key: ['employeeNumber', 'urn:oid:2.16.840.1.113730.3.1.3'],
    name: ['displayName', 'urn:oid:2.16.840.1.113730.3.1.241'],
    given_name: ['givenName', 'urn:oid:2.5.4.42'],
    family_name: ['sn', 'urn:oid:2.5.4.4'],
    locale: ['preferredLanguage', 'urn:oid:2.16.840.1.113730.3.1.39'],
  },
  email: {
    email: ['mail', 'urn:oid:0.9.2342.19200300.100.1.3'],
    email_verified: ['emailVerified', 'email_verified'],
  },
  roles: { roles: ['isMemberOf', 'urn:oid:1.3.6.1.4.1.5923.1.5.1.1'] },
} as const satisfies Record<string, Record<string, readonly [friendly: string, name: string]>>;

export async function attributesFor(
  context: AppContext,
  client: ClientRow,
  subject: string,
  person: PersonRow,
) {
  const claims = await claimsFor(context, client, subject, person);
  const scopes = client.scopes as unknown as readonly (keyof typeof attributes)[];
  return scopes.flatMap((scope) =>
    Object.entries(attributes[scope]).flatMap(([claim, [friendly, name]]) => {
      const values = [claims[claim]].flat().filter((value) => value !== undefined);
      return values.length === 0 ? [] : [attribute(friendly, name, values.map(String))];
    }),
  );
}

function attribute(friendly: string, name: string, values: readonly string[]): Html {
  const kind = name.startsWith('urn:') ? 'uri' : 'basic';
  return html`<saml:Attribute Name="${name}" NameFormat="${format}${kind}" FriendlyName="${friendly}">${values.map(
    (value) => html`<saml:AttributeValue>${presentWords(value, 500)}</saml:AttributeValue>`,
  )}</saml:Attribute>`;
}
