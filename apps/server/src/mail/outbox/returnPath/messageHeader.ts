export interface MessageHeader {
  /** The values of all fields; the address to which the message was sent is among them. */
  readonly values: readonly string[];
  /** Whether a mail system wrote the message: by name, content type, subject, or a field of failed recipients. */
  readonly isOfSystem: boolean;
  /** RFC 5321 §4.5.5: the sender of reports, receipts and answers that nobody is to answer. */
  readonly isOfNobody: boolean;
  /** RFC 3834: an absence note, or another answer by a person's mail program. */
  readonly isAutoReply: boolean;
  /** RFC 5322 §3.6: every message names its author. */
  readonly isMessage: boolean;
}

/** More than servers add on the way; the rest is not read. */
const mostBytes = 64 * 1024;

const systemNames =
  /mailer[ -]?daemon|post_?master|mail deliver|delivery (?:sub)?system|system administrator|mail administrator|ndr administrator|mail system|mail server|^\W*$/i;
const systemSubjects =
  /^(?:undeliver|delivery (?:status|fail|has failed)|returned mail|failure notice|mail (?:delivery )?fail|mail delivery|non remis)/i;
const autoReplyFields = [
  'x-auto-response-suppress',
  'x-autoreply',
  'x-autorespond',
  'in-reply-to',
  'references',
];

/** Reads the header alone; the cost depends on the length of the header only. */
export function readHeader(bytes: Uint8Array): MessageHeader {
  const text = Buffer.from(bytes.subarray(0, mostBytes)).toString('latin1');
  const [header = ''] = text.split(/\r?\n\r?\n/, 1);
  const fields = header
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .map((line) => ({ name: readHeaderName(line), value: line.slice(line.indexOf(':') + 1).trim() }));
  const field = (name: string) => fields.find((one) => one.name === name)?.value;
  const has = (names: readonly string[]) => names.some((name) => field(name) !== undefined);
  const isFromNobody = /^<\s*>/.test(field('return-path') ?? '');
  const isOfSystem =
    isReportType(field('content-type') ?? '') ||
    has(['x-failed-recipients']) ||
    systemNames.test((field('from') ?? 'nobody').slice(0, 200)) ||
    (isFromNobody && systemSubjects.test(field('subject') ?? ''));
  return {
    values: fields.map(({ value }) => value),
    isOfSystem,
    isOfNobody: isOfSystem || isFromNobody,
    isAutoReply: !isOfSystem && (/^auto-/i.test(field('auto-submitted') ?? '') || has(autoReplyFields)),
    isMessage: has(['from']),
  };
}

/** The name of a header field, in lower case; '' for a line without a name. */
export function readHeaderName(line: string): string {
  return line
    .slice(0, Math.max(0, line.indexOf(':')))
    .trim()
    .toLowerCase();
}

/** RFC 3464, and RFC 5965 for complaints; some servers leave out which kind of report it is. */
function isReportType(contentType: string): boolean {
  return (
    /^\s*multipart\/report\b/i.test(contentType) &&
    !/;\s*report-type\s*=\s*"?disposition-notification\b/i.test(contentType)
  );
}
