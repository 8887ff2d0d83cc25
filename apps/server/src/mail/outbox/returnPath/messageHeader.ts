/** What the header of a message says, before its body is looked at. */
export interface MessageHeader {
  /** The values of its fields, in which the address to which it was sent is to be found. */
  readonly values: readonly string[];
  /** Absence notes, read receipts and letters are none. */
  readonly isReport: boolean;
  /** RFC 5322 §3.6: every message says from whom it is. */
  readonly isMessage: boolean;
}

/** More than any server adds on the way; what stands behind is not looked at. */
const mostBytes = 64 * 1024;

/** Reads the header alone, at the cost of its length. */
export function readHeader(bytes: Uint8Array): MessageHeader {
  const text = Buffer.from(bytes.subarray(0, mostBytes)).toString('latin1');
  const [header = ''] = text.split(/\r?\n\r?\n/, 1);
  const fields = header
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .map((line) => ({ name: nameOf(line), value: line.slice(line.indexOf(':') + 1).trim() }));
  return {
    values: fields.map(({ value }) => value),
    isReport: isReportType(fields.find(({ name }) => name === 'content-type')?.value ?? ''),
    isMessage: fields.some(({ name }) => name === 'from'),
  };
}

/** The name of a header field, in lower case; '' for a line without one. */
export function nameOf(line: string): string {
  return line
    .slice(0, Math.max(0, line.indexOf(':')))
    .trim()
    .toLowerCase();
}

/** An absence note says that it is automatic too; only the content type of RFC 3464 tells a report. */
export function isReportType(contentType: string): boolean {
  return (
    /^\s*multipart\/report\b/i.test(contentType) &&
    /;\s*report-type\s*=\s*"?delivery-status\b/i.test(contentType)
  );
}
