import { childrenNamed, namespaces, type XmlElement } from '../../saml/saml.service.ts';
import { multiFactor, singleFactor } from '../openid/terms.ts';

const classes = 'urn:oasis:names:tc:SAML:2.0:ac:classes:';
const known = [
  multiFactor,
  singleFactor,
  `${classes}PasswordProtectedTransport`,
  `${classes}Password`,
  `${classes}unspecified`,
];

/** The ways of signing in that a request would take, in its order; none: any; null: the portal has none of them. */
export function readContexts(request: XmlElement): readonly string[] | null {
  const [asked] = childrenNamed(request, namespaces.protocol, 'RequestedAuthnContext');
  if (!asked) return [];
  const named = childrenNamed(asked, namespaces.assertion, 'AuthnContextClassRef')
    .map(({ text }) => text)
    .filter((one) => known.includes(one));
  const wanted = withStronger(named, asked.attributes.Comparison);
  return wanted.length > 0 ? wanted : null;
}

function withStronger(named: readonly string[], comparison: string | undefined): readonly string[] {
  if (named.length === 0) return [];
  if (comparison === 'minimum') return [...named, multiFactor];
  if (comparison === 'better') return named.includes(multiFactor) ? [] : [multiFactor];
  return named;
}

/** The first way that a session meets, with or without a second factor; null: none. */
export function pickContext(contexts: readonly string[], hasFactor: boolean): string | null {
  if (contexts.length === 0) return hasFactor ? multiFactor : singleFactor;
  return contexts.find((one) => one !== multiFactor || hasFactor) ?? null;
}
