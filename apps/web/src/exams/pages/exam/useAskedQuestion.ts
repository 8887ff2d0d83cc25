import { useEffect } from 'react';
import { navigate } from '../../../core/address/location.ts';
import { choiceParam } from '../../../core/address/params.ts';
import { formatSearch, parseSearch } from '../../../core/address/search.ts';
import { useAddress } from '../../../core/address/useAddress.ts';
import { type AskedOnPage, askedOnPage } from '../../exam/examQuestions.ts';

const params = { ask: choiceParam(askedOnPage, null) };

/**
 * The open question about the exam, in the address, so that a link opens it; and what opens another or closes it. One that
 * the exam does not offer (any more) is taken out of the address: it would open once the exam offers it again.
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

/** At once, unlike by the router: the copy of an exam closes its question and opens the page of the copy. */
function setAsked(question: AskedOnPage | null): void {
  const search = { ...parseSearch(location.search), ask: question ?? undefined };
  navigate(location.pathname + formatSearch(search), 'replace');
}
