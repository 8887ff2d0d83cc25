import fc from 'fast-check';

/** Invalid, contradictory or oversized headers. HTTP itself allows Latin-1 without control characters. */
const pairs: readonly (readonly [string, string])[] = [
  ...['evil.example', 'localhost:1', 'a'.repeat(3000), '[::1]', 'évil'].map(
    (host) => ['host', host] as const,
  ),
  ...['1.2.3.4', 'garbage', '::1, 1.1.1.1', '9'.repeat(5000), '<script>', "' OR 1=1"].map(
    (of) => ['x-forwarded-for', of] as const,
  ),
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-proto', 'javascript'],
  ['forwarded', 'for=1.2.3.4;host=evil.example'],
  ...[
    'Bearer',
    'Bearer  ',
    'Bearer a b',
    'Bearer a, Bearer b',
    'Basic YTpi',
    'bearer eyJhbGciOiJub25lIn0.e30.',
    'é',
  ].map((value) => ['authorization', value] as const),
  ['cookie', `a=${'b'.repeat(5000)}`],
  ['cookie', 'XSRF-TOKEN=x; guichet-browser=y'],
  ['cookie', 'guichet-ticket=x; guichet-ticket=y; __proto__=z; =; ;;;'],
  ['cookie', 'XSRF-TOKEN=%E0%A4%A; guichet-learning=%'],
  ['x-xsrf-token', 'a, b'],
  ...['*', 'en;q=abc', ',,,', 'x'.repeat(4000), 'EN-', 'fr-CA,en;q=0.9'].map(
    (value) => ['accept-language', value] as const,
  ),
  ...['gzip', 'br', 'deflate, gzip', 'identity', 'x'].map((value) => ['content-encoding', value] as const),
  ...['bytes=0-0', 'bytes=5-2', 'bytes=-1', 'items=1', 'bytes=0-,1-,2-'].map(
    (value) => ['range', value] as const,
  ),
  ...[
    'text/plain',
    'application/xml',
    'application/json; charset=utf-16',
    'multipart/form-data',
    '*/*',
    ';',
    'application/json, text/html',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'x'.repeat(2000)}`,
  ].map((value) => ['content-type', value] as const),
  ...['cross-site', 'same-site', 'garbage'].map((value) => ['sec-fetch-site', value] as const),
  ...['null', 'https://evil.example', 'http://'].map((value) => ['origin', value] as const),
  ...['text/html', 'image/webp', 'garbage'].map((value) => ['accept', value] as const),
  ['if-none-match', '*'],
  ['if-modified-since', 'yesterday'],
  ['expect', '100-continue'],
  ['x-http-method-override', 'DELETE'],
  ['referer', 'https://evil.example/?a=b'],
  ['user-agent', 'a'.repeat(4000)],
];

export const hostileHeaders: fc.Arbitrary<Readonly<Record<string, string>>> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc
      .subarray([...pairs], { minLength: 1, maxLength: 3 })
      .map((chosen) => Object.fromEntries(chosen)),
  },
);
