import { escapeHtml } from '@guichet/contract/core/html';
import type { Broadcast } from '@guichet/contract/systems/broadcast';

const place = '<div id="broadcast"></div>';
const opening = '<template id="broadcast-of">';

/** The page with the broadcast in both languages, of which styles show that of the page. The script draws from the same mould. */
export function drawBroadcast(html: string, broadcast: Broadcast | null): string {
  const [part = ''] = (html.split(opening)[1] ?? '').split('</template>');
  if (!broadcast || part === '') return html;
  const drawn = (['fr', 'en'] as const)
    .map((language) =>
      part
        .replace('lang=""', `lang="${language}"`)
        .replace('></p>', () => `>${escapeHtml(broadcast[language])}</p>`),
    )
    .join('');
  return html.replace(place, () => `<div id="broadcast">${drawn}</div>`);
}
