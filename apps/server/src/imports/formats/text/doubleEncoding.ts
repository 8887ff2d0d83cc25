const twoBeyondAscii = /[^\0-\u007f]{2}/;
// The second byte of a UTF-8 letter is rarely a letter in Windows-1252; the first rarely in Mac Roman.
const oddInWindows = /[\u0080-\u00bf€‚ƒ„…†‡ˆ‰‹‘’“”•–—˜™›]|[ÃÄÅ][ŠŒŽšœžŸ]/;
const oddInMac = /[†°¢£§•¶®©™´¨≠∞±≤≥¥µ∂∑∏π∫ªºΩ¬√ƒ≈∆«»…–—“”‘’÷◊⁄€‹›ﬁﬂ‡·‚„‰ıˆ˜¯˘˙˚¸˝˛ˇ]/;
const latin = /[A-Za-z\u00c0-\u024f\u1e00-\u1eff]/;
const otherScript = /[\u0370-\u1cff\u1f00-\u1fff\u3005-\ud7a3]/;
/** Letters and signs of names. A repair that yields any other character is rejected. */
const plausible =
  /^[\p{M}\t\n\r -~\u00a0\u00ab\u00b0\u00b4\u00b7\u00ba\u00bb\u00c0-\u017f\u01a0\u01a1\u01af\u01b0\u01cd-\u01dc\u0218-\u021b\u02bb\u02bc\u0370-\u058f\u05d0-\u05ea\u0620-\u06ff\u0900-\u0dff\u0e00-\u0fff\u10a0-\u11ff\u1e00-\u1fff\u2010-\u201e\u2026\u202f\u2039\u203a\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+$/u;
const most = 3;
const longest = 1_000;

/** Repairs UTF-8 decoded as Windows-1252 or Mac Roman: « ZoÃ© » becomes « Zoé ». Null for uncertain text. */
export function repairText(text: string): string | null {
  let current = text;
  const rounds: string[] = [];
  for (let round = 0; round < most; round += 1) {
    const before = decodeOnce(current);
    if (before === null) break;
    rounds.push(before);
    current = before;
  }
  return rounds.findLast(isPlausible) ?? null;
}

function isPlausible(text: string): boolean {
  return plausible.test(text) && !(latin.test(text) && otherScript.test(text));
}

function decodeOnce(text: string): string | null {
  if (text.length > longest || !twoBeyondAscii.test(text)) return null;
  const windows = oddInWindows.test(text) ? throughBytes(windowsBytes(text)) : null;
  return windows ?? (oddInMac.test(text) ? throughBytes(macBytes(text)) : null);
}

function throughBytes(bytes: Uint8Array | null): string | null {
  if (!bytes) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Made when it is first used: a decoder takes memory of a server that reads no lists. */
const bytesOf = (encoding: string, olderLetters: readonly (readonly [string, number])[] = []) => {
  let table: ReadonlyMap<string, number> | undefined;
  return (text: string): Uint8Array | null => {
    table ??= readTable(encoding, olderLetters);
    const bytes = Array.from(text, (letter) => table?.get(letter) ?? -1);
    return bytes.includes(-1) ? null : Uint8Array.from(bytes);
  };
};
function readTable(encoding: string, olderLetters: readonly (readonly [string, number])[]) {
  const all = Uint8Array.from({ length: 256 }, (_, at) => at);
  const letters = [...new TextDecoder(encoding).decode(all)];
  const table = new Map([...olderLetters, ...letters.map((letter, at) => [letter, at] as const)]);
  // Windows-1252 leaves five bytes undefined; browsers and others decode them as control characters.
  for (let at = 0x80; at < 0xa0; at += 1) {
    const control = String.fromCharCode(at);
    if (letters[at] === '\ufffd' || letters[at] === control) table.set(control, at);
  }
  table.delete('\ufffd');
  return table;
}
const windowsBytes = bytesOf('windows-1252');
const macBytes = bytesOf('macintosh', [
  ['\u2126', 0xbd],
  ['¤', 0xdb],
]);
