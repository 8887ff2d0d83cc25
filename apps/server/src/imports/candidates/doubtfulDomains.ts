/** A mail domain of a list. */
export interface MailDomain {
  /** In lower case, without the @. */
  readonly domain: string;
  readonly addresses: number;
}

/** A domain that is probably a typing error of another one. */
export interface DoubtfulDomain<Domain extends MailDomain = MailDomain> {
  readonly typed: Domain;
  readonly meant: string;
}

/** Where many people have their private mail; none of them is an error of another one, near as they are. */
const wellKnown = [
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'hotmail.ca',
  'hotmail.fr',
  'hotmail.co.uk',
  'outlook.com',
  'outlook.fr',
  'outlook.ca',
  'live.com',
  'live.ca',
  'live.fr',
  'msn.com',
  'yahoo.com',
  'yahoo.ca',
  'yahoo.fr',
  'yahoo.co.uk',
  'ymail.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'aol.com',
  'mail.com',
  'email.com',
  'gmx.com',
  'gmx.ca',
  'gmx.fr',
  'proton.me',
  'protonmail.com',
  'videotron.ca',
  'sympatico.ca',
  'bell.net',
  'rogers.com',
  'shaw.ca',
  'telus.net',
  'cogeco.ca',
];
const isWellKnown = new Set(wellKnown);

/** A domain of the list that others are held against has so many times the addresses of theirs. */
const timesMore = 5;
/** Names of so few letters differ by one letter and are both right: ubc.ca, uqc.ca. */
const shortName = 4;
const longName = 10;
/** The most domains of a list that others are held against. */
const mostModels = 50;

/**
 * The domains of a list that differ by one slip (a letter too few, too many, another one, or two that changed places; two
 * slips in a long name) from a domain that far more of its addresses have, or from a well-known one. A guess: two of them may both be right.
 */
export function findDoubtfulDomains<Domain extends MailDomain>(
  domains: readonly Domain[],
): DoubtfulDomain<Domain>[] {
  const models = domains
    .filter(({ addresses }) => addresses >= timesMore)
    .toSorted((one, other) => other.addresses - one.addresses)
    .slice(0, mostModels);
  return domains.flatMap((typed) => {
    if (isWellKnown.has(typed.domain)) return [];
    const ofList = models
      .filter(({ addresses }) => addresses >= timesMore * typed.addresses)
      .map(({ domain }) => domain);
    // The first of those that are as near: a domain of the list before one that is only well known.
    const meant = [...ofList, ...wellKnown]
      .map((domain) => ({ domain, slips: slipsTo(domain, typed.domain) }))
      .filter(({ slips }) => slips !== null)
      .toSorted((one, other) => (one.slips ?? 0) - (other.slips ?? 0))[0];
    return meant ? [{ typed, meant: meant.domain }] : [];
  });
}

/** How many slips, of those that the length of the name allows, lead from a domain to another one; null: none, or more. */
function slipsTo(model: string, typed: string): 1 | 2 | null {
  if (model === typed || Math.abs(model.length - typed.length) > 2) return null;
  const name = nameOf(model);
  if (name.length <= shortName && endingOf(model) === endingOf(typed)) return null;
  const [one, other] = withoutEnds(model, typed);
  if (isOneSlip(one, other)) return 1;
  return name.length >= longName && distance(one, other) === 2 ? 2 : null;
}

/** All before the last point. */
const nameOf = (domain: string) => domain.slice(0, Math.max(domain.lastIndexOf('.'), 0));
const endingOf = (domain: string) => domain.slice(domain.lastIndexOf('.') + 1);

/** What differs, without the letters that both begin and end with. */
function withoutEnds(one: string, other: string): readonly [string, string] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)];
}

function isOneSlip(one: string, other: string): boolean {
  if (one.length <= 1 && other.length <= 1) return true;
  return one.length === 2 && other.length === 2 && one[0] === other[1] && one[1] === other[0];
}

/** The optimal string alignment distance. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let at = 1; at <= other.length; at++) {
      const replaced = (last[at - 1] ?? 0) + (one[row - 1] === other[at - 1] ? 0 : 1);
      const areSwapped = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      const swap = row > 1 && at > 1 && areSwapped ? (before[at - 2] ?? 0) + 1 : replaced;
      next.push(Math.min((last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, replaced, swap));
    }
    [before, last] = [last, next];
  }
  return last[other.length] ?? 0;
}
