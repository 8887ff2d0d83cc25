import { trustedHtml } from './trustedHtml.ts';

// Elements with active content, which the sandbox of the frame forbids as well.
const activeContent = 'script, iframe, frame, object, embed, form, base, meta, link, noscript, template';
const keptStyle = 'data-kept-style';

/**
 * Writes untrusted HTML, such as a mail, into a frame's document. The page's content security policy applies
 * there too and forbids inline styles, but not styles set through CSSOM, so each style is set through CSSOM.
 */
export function writeForeignHtml(target: Document, html: string, links: 'open' | 'inert'): void {
  const { source, sheets } = parseForeignHtml(html);
  for (const element of source.querySelectorAll(activeContent)) element.remove();
  for (const element of elementsOf(source.body)) dropHandlers(element);

  const body = target.importNode(source.body, true);
  for (const element of elementsOf(body)) applyStyle(element as HTMLElement);
  for (const link of body.querySelectorAll<HTMLElement>('a[href]')) settleLink(link, links);
  target.adoptedStyleSheets = [paper, ...sheets].flatMap((css) => sheetOf(css, target) ?? []);
  target.body.replaceWith(body);
}

/** The default of mail programs, dark text on white paper; the document's own styles override it. */
const paper = `
body{margin:16px;background:#fff;color:#1a1d29;font:16px/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
a{color:#23408e;text-decoration:underline}`;

/**
 * Parses untrusted HTML into a detached document, and separates its style sheets. Style attributes are
 * renamed before parsing, since the parser would report each one to the content security policy.
 */
export function parseForeignHtml(html: string): { source: Document; sheets: string[] } {
  const sheets: string[] = [];
  const withoutSheets = html.replace(/<style\b[^<>]*>(.*?)(?:<\/style>|$)/gis, (_whole, css: string) => {
    sheets.push(css);
    return '';
  });
  const text = withoutSheets.replace(/<[a-z][^<>]*>/gi, (tag) =>
    tag.replace(/\sstyle\s*=/gi, ` ${keptStyle}=`),
  );
  return { source: new DOMParser().parseFromString(trustedHtml(text), 'text/html'), sheets };
}

function elementsOf(body: HTMLElement): Element[] {
  return [body, ...body.querySelectorAll('*')];
}

function dropHandlers(element: Element): void {
  for (const { name } of [...element.attributes]) {
    if (/^on/i.test(name)) element.removeAttribute(name);
  }
}

function applyStyle(element: HTMLElement): void {
  const css = element.getAttribute(keptStyle);
  if (css === null) return;
  element.removeAttribute(keptStyle);
  element.style.cssText = css;
}

/** A constructed sheet for `target`; only the window that created a sheet can adopt it. */
function sheetOf(css: string, target: Document): CSSStyleSheet | null {
  const Sheet = (target.defaultView as (Window & typeof globalThis) | null)?.CSSStyleSheet;
  if (!Sheet?.prototype.replaceSync) return null;
  const sheet = new Sheet();
  sheet.replaceSync(css);
  for (let place = sheet.cssRules.length - 1; place >= 0; place--) {
    if (isForDark(sheet.cssRules[place])) sheet.deleteRule(place);
  }
  return sheet;
}

/** Whether a rule is for the dark theme; such rules do not apply on white paper. */
function isForDark(rule: CSSRule | undefined): boolean {
  return rule?.cssText.startsWith('@media') === true && /prefers-color-scheme:\s*dark/.test(rule.cssText);
}

/** The mark in an address where a secret was left out. */
const mask = '«…»';

function settleLink(link: HTMLElement, links: 'open' | 'inert'): void {
  const isMasked = link.getAttribute('href')?.includes(mask) === true;
  link.setAttribute('rel', 'noopener noreferrer');
  if (links === 'open' && !isMasked) link.setAttribute('target', '_blank');
  else link.removeAttribute('href');
  if (isMasked) link.style.opacity = '0.45';
}
