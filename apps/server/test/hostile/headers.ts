/** Headers of every answer: name, and a pattern of its value. */
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

/** Headers that reveal the server or allow other origins. */
const never = ['server', 'x-powered-by', 'access-control-allow-origin', 'access-control-allow-credentials'];

type Headers = Readonly<Record<string, unknown>>;

/** The faults in the headers of an answer. `isHttps`: HSTS is required. */
export function faultsOf(headers: Headers, { isHttps = true, isApi = false } = {}): string[] {
  const missing = Object.entries(always)
    .filter(([name]) => isHttps || name !== 'strict-transport-security')
    .filter(([name, shape]) => !shape.test(String(headers[name] ?? '')))
    .map(([name]) => `${name}: ${String(headers[name])}`);
  const told = never.filter((name) => name in headers).map((name) => `${name} is present`);
  return [...missing, ...told, ...faultsOfType(headers), ...(isApi ? faultsOfKeeping(headers) : [])];
}

function faultsOfType(headers: Headers): string[] {
  const type = String(headers['content-type'] ?? '');
  if (type === '' && (headers['content-length'] === '0' || headers.location !== undefined)) return [];
  const isText = /^(?:text\/|application\/(?:problem\+)?(?:json|javascript))/.test(type);
  const isNamed = /^[\w.+-]+\/[\w.+-]+/.test(type) && (!isText || /; ?charset=utf-8$/i.test(type));
  return isNamed ? [] : [`content-type: ${type}`];
}

/** An image may be cached for ever when its path names its content, else it must be revalidated, as what has an ETag. */
function faultsOfKeeping(headers: Headers): string[] {
  const kept = String(headers['cache-control'] ?? '');
  const isPicture = String(headers['content-type']).startsWith('image/');
  const isRevalidated = kept === 'no-cache' && headers.etag !== undefined;
  return kept === 'no-store' || isPicture || isRevalidated ? [] : [`cache-control: ${kept}`];
}
