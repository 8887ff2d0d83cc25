/** The header of a message, read before its body. */
export interface MessageHeader {
  /** The values of all fields; the address to which the message was sent is among them. */
  readonly values: readonly string[];
  /** False for absence notes, read receipts and letters. */
  readonly isReport: boolean;
  /** RFC 5322 §3.6: every message names its author. */
  readonly isMessage: boolean;
}

/** More than servers add on the way; the rest is not read. */
const mostBytes = 64 * 1024;

/** Reads the header alone; the cost depends on the length of the header only. */
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

/** The name of a header field, in lower case; '' for a line without a name. */
export function nameOf(line: string): string {
  return line
    .slice(0, Math.max(0, line.indexOf(':')))
    .trim()
    .toLowerCase();
}

/** Absence notes are automatic too; only the content type of RFC 3464 marks a report. */
export function isReportType(contentType: string): boolean {
  return (
    /^\s*multipart\/report\b/i.test(contentType) &&
    /;\s*report-type\s*=\s*"?delivery-status\b/i.test(contentType)
  );
}
