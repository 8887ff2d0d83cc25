import { landingPath } from '@guichet/contract/landings';
import { html } from '../../../platform/http/pages/html.ts';
import { frontAddress } from './addresses.ts';
import { type View, wordsOf } from './view.ts';

/** Why no page can be shown. */
export type Notice = 'spent' | 'ended' | 'unknown' | 'broken';

/** States what happened and links to the portal. */
export function noticePage(view: View, notice: Notice) {
  const words = wordsOf(view);
  const title = words[`${notice}Title`];
  const wayOn = wayOnOf(view, notice);
  const main = html`<section class="notice">
<h1>${title}</h1>
<p class="lead">${words[`${notice}Text`]}</p>
${wayOn && html`<p><a class="button primary" href="${wayOn.address}">${wayOn.label}</a></p>`}
</section>`;
  return { title, main };
}

function wayOnOf(view: View, notice: Notice): { address: string; label: string } | null {
  const words = wordsOf(view);
  const { organisation, language } = view;
  if (notice === 'broken') return null;
  if (notice === 'unknown' && organisation)
    return { address: frontAddress(organisation.slug, language), label: words.toFront };
  return { address: organisation ? landingPath(organisation, language) : '/', label: words.toPortal };
}
