// What could act. The sandbox of the frame forbids it as well.
const acting = 'script, iframe, frame, object, embed, form, base, meta, link, noscript, template';

/**
 * Writes foreign HTML, such as a mail, into a frame's document. The content policy of the page holds there too and
 * forbids styles that stand in the text, but not those set through style objects: so each is moved there.
 */
export function writeForeignHtml(target: Document, html: string, links: 'open' | 'inert'): void {
  const source = new DOMParser().parseFromString(html, 'text/html');
  for (const element of source.querySelectorAll(acting)) element.remove();
  target.adoptedStyleSheets = takeSheets(source, target);
  const inlineStyles = takeInlineStyles(source);

  const body = target.importNode(source.body, true);
  elementsOf(body).forEach((element, place) => {
    const style = inlineStyles[place];
    if (style) (element as HTMLElement).style.cssText = style;
    for (const { name } of [...element.attributes]) {
      if (/^on/i.test(name)) element.removeAttribute(name);
    }
  });
  for (const link of body.querySelectorAll('a[href]')) settleLink(link, links);
  target.body.replaceWith(body);
}

function elementsOf(body: HTMLElement): Element[] {
  return [body, ...body.querySelectorAll('*')];
}

/** The style of each element, in document order; afterwards no element has one. */
function takeInlineStyles(source: Document): (string | null)[] {
  return elementsOf(source.body).map((element) => {
    const style = element.getAttribute('style');
    element.removeAttribute('style');
    return style;
  });
}

function takeSheets(source: Document, target: Document): CSSStyleSheet[] {
  const elements = [...source.querySelectorAll('style')];
  for (const element of elements) element.remove();
  // A sheet can be adopted only by the window whose it is.
  const Sheet = (target.defaultView as (Window & typeof globalThis) | null)?.CSSStyleSheet;
  if (!Sheet) return [];
  return elements.map((element) => {
    const sheet = new Sheet();
    sheet.replaceSync(element.textContent);
    return sheet;
  });
}

function settleLink(link: Element, links: 'open' | 'inert'): void {
  link.setAttribute('rel', 'noopener noreferrer');
  if (links === 'open') link.setAttribute('target', '_blank');
  else link.removeAttribute('href');
}
