const mark = /\{\{\s*examPlace\s*\}\}/g;
const link = '<a href="{{examPlaceUrl}}">{{examPlaceName}}</a>';

/**
 * Turns the place of an exam into a link in the text of a sanitised HTML body, but not in an attribute and
 * not inside another link. Only for an exam whose place has an address.
 */
export function withPlaceLinks(html: string): string {
  let isInLink = false;
  return html
    .split(/(<[^<>]*>)/)
    .map((part) => {
      if (/^<\/?a\b/i.test(part)) isInLink = !part.startsWith('</');
      return part.startsWith('<') || isInLink ? part : part.replace(mark, link);
    })
    .join('');
}
