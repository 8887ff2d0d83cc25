import { readHeaderName } from './messageHeader.ts';

/** The fields of RFC 3464 §2.3 about one recipient; '' where absent. */
export interface StatusFields {
  readonly action: string;
  readonly status: string;
  readonly diagnostic: string;
}

/** A mail has one recipient, whom a server may report under several names; further names are ignored. */
const mostRecipients = 100;
/** The most lines that are read, of a report and of one field, and characters of a field. */
const mostLines = 5000;
const mostFolded = 100;
const mostWords = 2000;

const names = ['final-recipient', 'action', 'status', 'diagnostic-code'] as const;
type Name = (typeof names)[number];
/** The last of several is nearest to the recipient. */
const beginning: ReadonlySet<Name> = new Set(['final-recipient', 'action']);

/**
 * The fields of each recipient in a report, or in a text that repeats them, in any order. A field that comes
 * again begins the next recipient, since servers leave out blank lines and add others.
 */
export function readStatusFields(text: string): StatusFields[] {
  const recipients: Map<Name, string>[] = [];
  for (const { name, value } of fieldsIn(text)) {
    const last = recipients.at(-1);
    const isNext = !last || (beginning.has(name) && last.has(name));
    if (isNext && recipients.length === mostRecipients) break;
    if (isNext) recipients.push(new Map([[name, value]]));
    else if (value || !last.has(name)) last.set(name, value);
  }
  return recipients.map((fields) => ({
    action: (fields.get('action') ?? '').toLowerCase().split(/[\s(]/)[0] ?? '',
    status: /\d\.\d{1,3}\.\d{1,3}/.exec(fields.get('status') ?? '')?.[0] ?? '',
    // Some servers give their words in the comment of the status.
    diagnostic: (fields.get('diagnostic-code') || commentOf(fields.get('status') ?? ''))
      .replace(/^[\w-]+\s*;\s*/, '')
      .replace(/\s+/g, ' '),
  }));
}

function commentOf(status: string): string {
  const begin = status.indexOf('(');
  const end = status.lastIndexOf(')');
  return begin < 0 || end < begin ? '' : status.slice(begin + 1, end);
}

/** The fields with these names, with their folded lines, cut. */
function fieldsIn(text: string): { readonly name: Name; readonly value: string }[] {
  const lines = text.split(/\r?\n/, mostLines);
  return lines.flatMap((line, at) => {
    const name = names.find((one) => one === readHeaderName(line));
    if (!name) return [];
    const behind = lines.slice(at + 1, at + mostFolded);
    const end = behind.findIndex((next) => !/^[ \t]+\S/.test(next));
    const folded = end < 0 ? behind : behind.slice(0, end);
    const value = [line.slice(line.indexOf(':') + 1), ...folded].join(' ').slice(0, mostWords).trim();
    return [{ name, value }];
  });
}
