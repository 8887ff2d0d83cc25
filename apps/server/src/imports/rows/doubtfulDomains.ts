import type { Preview } from '@guichet/contract/imports/imports';
import { fileNotesMax } from '@guichet/contract/imports/imports.columns';
import { copyString } from '../formats/sheet.ts';

export interface MailDomain {
  /** In lower case, without @. */
  readonly domain: string;
  readonly addresses: number;
}

/** A domain that is probably a typing error for another domain. */
export interface DoubtfulDomain<Domain extends MailDomain = MailDomain> {
  readonly typed: Domain;
  readonly meant: string;
}

/** Providers of private mail; none of them is an error for another, however similar. */
const wellKnown =
  `gmail.com googlemail.com hotmail.com hotmail.ca hotmail.fr hotmail.co.uk outlook.com outlook.fr
  outlook.ca live.com live.ca live.fr msn.com yahoo.com yahoo.ca yahoo.fr yahoo.co.uk ymail.com icloud.com
  me.com mac.com aol.com mail.com email.com gmx.com gmx.ca gmx.fr proton.me protonmail.com videotron.ca
  sympatico.ca bell.net rogers.com shaw.ca telus.net cogeco.ca`.split(/\s+/);
const isWellKnown = new Set(wellKnown);

/** A model has at least this many times the addresses of the domain compared to it. */
const timesMore = 5;
/** Two names of at most so many letters may differ by one letter and both be right: ubc.ca, uqc.ca. */
const shortName = 4;
const longName = 10;
/** Longer domains are not compared: nobody types them. */
const longestDomain = 100;
/** At most so many domains of a list serve as models. */
const mostModels = 50;

/** The most domains of a list that are compared; a list with more is not real. */
const mostDomains = 2000;

interface ListedDomain extends MailDomain {
  /** The first line with the domain, and its address. */
  readonly line: number;
  readonly email: string;
  addresses: number;
}

export function openMailDomains() {
  const domains = new Map<string, ListedDomain>();
  return {
    add: ({ line, email, emailKey }: { line: number; email: string; emailKey: string }) => {
      const domain = emailKey.slice(emailKey.lastIndexOf('@') + 1);
      const known = domains.get(domain);
      if (known) known.addresses += 1;
      else {
        const kept = copyString(domain);
        domains.set(kept, { domain: kept, line, email: copyString(email), addresses: 1 });
      }
    },
    /** The doubtful domains of the list so far, by line. */
    listDoubtful: (): Preview['doubtfulDomains'] => {
      const commonest = [...domains.values()].toSorted(
        (a, b) => b.addresses - a.addresses || a.line - b.line,
      );
      return findDoubtfulDomains(commonest.slice(0, mostDomains))
        .map(({ typed, meant }) => ({ ...typed, meant }))
        .toSorted((one, other) => one.line - other.line)
        .slice(0, fileNotesMax);
    },
  };
}

/**
 * The domains of a list that differ by a slip (a letter missing, added or replaced, two letters swapped; two
 * slips in a long name) from a model: a domain that far more of the addresses have, or a well-known domain. A
 * guess: both may be right.
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
    // The nearest model; at equal distance, a domain of the list comes before a well-known domain.
    const meant = [...ofList, ...wellKnown]
      .map((domain) => ({ domain, slips: slipsTo(domain, typed.domain) }))
      .filter(({ slips }) => slips !== null)
      .toSorted((one, other) => (one.slips ?? 0) - (other.slips ?? 0))[0];
    return meant ? [{ typed, meant: meant.domain }] : [];
  });
}

/** The number of slips from a model to a typed domain; null for none, or too many for the name's length. */
function slipsTo(model: string, typed: string): 1 | 2 | null {
  if (model === typed || Math.max(model.length, typed.length) > longestDomain) return null;
  const name = nameOf(model);
  if (name.length <= shortName && endingOf(model) === endingOf(typed)) return null;
  if (isWithin(model, typed, 1)) return 1;
  return name.length >= longName && isWithin(model, typed, 2) ? 2 : null;
}

/** The part before the last point. */
const nameOf = (domain: string) => domain.slice(0, Math.max(domain.lastIndexOf('.'), 0));
const endingOf = (domain: string) => domain.slice(domain.lastIndexOf('.') + 1);

/** Whether at most `slips` slips lead from one text to the other (optimal string alignment distance). */
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
