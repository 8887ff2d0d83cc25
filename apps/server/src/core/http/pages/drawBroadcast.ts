import { escapeHtml } from '@guichet/contract/core/html';
import type { Broadcast } from '@guichet/contract/systems/broadcast';

const place = '<div id="broadcast"></div>';
const mould = /<template id="broadcast-of">([^]*?)<\/template>/;

/** The page with the broadcast in both languages, of which it shows its own; the script draws it anew from the same mould. */
export function drawBroadcast(html: string, broadcast: Broadcast | null): string {
  const [, part = ''] = mould.exec(html) ?? [];
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
