import { useEffect } from 'react';
import { navigate } from '../../../core/address/location.ts';
import { choiceParam, formatSearch, parseSearch, useAddress } from '../../../core/address/useAddress.ts';
import { type AskedOnPage, askedOnPage } from '../../exam/examHrefs.ts';

const params = { ask: choiceParam(askedOnPage, null) };

/**
 * The open question about the exam, from the address, so that a link can open a question; and a function that
 * opens another question, or closes it with null. The address loses a question that the exam does not offer,
 * which would otherwise open later.
 */
export function useAskedQuestion(
  offered: readonly { readonly id: string }[],
): readonly [AskedOnPage | null, (question: AskedOnPage | null) => void] {
  const [{ ask: wanted }] = useAddress(params);
  const asked = offered.some(({ id }) => id === wanted) ? wanted : null;
  const isStale = wanted !== asked;
  useEffect(() => {
    if (isStale) setAsked(null);
  }, [isStale]);
  return [asked, setAsked];
}

/** At once, not through the router: a copy closes its question and then opens the page of the copy. */
function setAsked(question: AskedOnPage | null): void {
  const search = { ...parseSearch(location.search), ask: question ?? undefined };
  navigate(location.pathname + formatSearch(search), 'replace');
}
