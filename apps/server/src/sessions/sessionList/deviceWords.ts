/** What each browser says of itself; most name the ones that they descend from as well, so the order counts. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
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

/** No browser says more than this about itself, and whoever writes a longer header gains nothing by it. */
const longestHeader = 400;

/**
 * Browser and system that a User-Agent header names, `Firefox, Windows`, or the one of them that is known; null for
 * none. Only words of these lists come out, so nothing of the header itself is ever stored.
 */
export function deviceWords(userAgent: string): string | null {
  const text = userAgent.slice(0, longestHeader);
  const known = [browsers, systems].flatMap((words) => words.find(([mark]) => mark.test(text))?.[1] ?? []);
  return known.length > 0 ? known.join(', ') : null;
}

/** From where a session is opened, as it is stored. */
export function placeOf({ address, userAgent }: { readonly address: string; readonly userAgent: string }) {
  return { address: address.slice(0, 60), device: deviceWords(userAgent) };
}
