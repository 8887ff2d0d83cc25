/** What every answer carries, whatever was asked and whatever came of it: a name, and what its value looks like. */
const always: Readonly<Record<string, RegExp>> = {
  'content-security-policy':
    /^default-src 'none';(?:(?!unsafe-eval|script-src[^;]*unsafe|style-src [^;]*unsafe).)*frame-ancestors 'none'/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^no-referrer$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy': /camera=\(\).*geolocation=\(\).*microphone=\(\)/,
  'strict-transport-security': /^max-age=31536000; includeSubDomains$/,
};

/** What tells a stranger about the server, or lets one in. */
const never = ['server', 'x-powered-by', 'access-control-allow-origin', 'access-control-allow-credentials'];

type Headers = Readonly<Record<string, unknown>>;

/** What is wrong with the headers of an answer; empty when nothing is. `isHttps`: HSTS is due. */
export function faultsOf(headers: Headers, { isHttps = true, isApi = false } = {}): string[] {
  const missing = Object.entries(always)
    .filter(([name]) => isHttps || name !== 'strict-transport-security')
    .filter(([name, shape]) => !shape.test(String(headers[name] ?? '')))
    .map(([name]) => `${name}: ${String(headers[name])}`);
  const told = never.filter((name) => name in headers).map((name) => `${name} is told`);
  return [...missing, ...told, ...faultsOfType(headers), ...(isApi ? faultsOfKeeping(headers) : [])];
}

function faultsOfType(headers: Headers): string[] {
  const type = String(headers['content-type'] ?? '');
  if (type === '' && (headers['content-length'] === '0' || headers.location !== undefined)) return [];
  const isText = /^(?:text\/|application\/(?:problem\+)?(?:json|javascript))/.test(type);
  const isNamed = /^[\w.+-]+\/[\w.+-]+/.test(type) && (!isText || /; ?charset=utf-8$/i.test(type));
  return isNamed ? [] : [`content-type: ${type}`];
}

/** A picture that its address names may be kept for ever; one that it does not is asked for anew. */
function faultsOfKeeping(headers: Headers): string[] {
  const kept = String(headers['cache-control'] ?? '');
  const isPicture = String(headers['content-type']).startsWith('image/');
  return kept === 'no-store' || isPicture ? [] : [`cache-control: ${kept}`];
}
