/** Patterns of browsers. Most browsers also contain the names of those from which they derive, so the order counts. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/^(?=.*\bVersion\/[\d.]).*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, 'iPadOS'],
  [/\biPhone\b|\biPod\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/** A longer header is cut before matching; no browser sends so much. */
const longestHeader = 400;

/**
 * Browser and system from a User-Agent header, `Firefox, Windows`; a part alone where the other is unknown,
 * null where both are. Returns only words of these lists, so nothing of the header itself is stored.
 */
export function deviceWords(userAgent: string): string | null {
  const text = userAgent.slice(0, longestHeader);
  const known = [browsers, systems].flatMap((words) => words.find(([mark]) => mark.test(text))?.[1] ?? []);
  return known.length > 0 ? known.join(', ') : null;
}

export function describeDevice({
  address,
  userAgent,
}: {
  readonly address: string;
  readonly userAgent: string;
}) {
  return { address: address.slice(0, 60), device: deviceWords(userAgent) };
}
