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
/** No longer domain is looked at: nobody types them. */
const longestDomain = 100;
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
  if (model === typed || Math.max(model.length, typed.length) > longestDomain) return null;
  const name = nameOf(model);
  if (name.length <= shortName && endingOf(model) === endingOf(typed)) return null;
  if (isWithin(model, typed, 1)) return 1;
  return name.length >= longName && isWithin(model, typed, 2) ? 2 : null;
}

/** All before the last point. */
const nameOf = (domain: string) => domain.slice(0, Math.max(domain.lastIndexOf('.'), 0));
const endingOf = (domain: string) => domain.slice(domain.lastIndexOf('.') + 1);

/** Whether so many slips at most lead from one text to the other (the optimal string alignment distance). */
function isWithin(one: string, other: string, slips: number): boolean {
  if (Math.abs(one.length - other.length) > slips) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [left, right] = [one.slice(at), other.slice(at)];
  if (left === right) return true;
  if (slips === 0) return false;
  const areSwapped = left[0] === right[1] && left[1] === right[0];
  return (
    isWithin(left.slice(1), right.slice(1), slips - 1) ||
    isWithin(left.slice(1), right, slips - 1) ||
    isWithin(left, right.slice(1), slips - 1) ||
    (areSwapped && isWithin(left.slice(2), right.slice(2), slips - 1))
  );
}
