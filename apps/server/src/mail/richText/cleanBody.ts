import { createRequire } from 'node:module';

// Loaded lazily, to keep the server's start short.
const require = createRequire(import.meta.url);
const loadSanitizer = () => require('sanitize-html') as typeof import('sanitize-html');

const blocks = ['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'ul', 'ol', 'li'];
const words = ['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'span', 'a'];
const tables = ['table', 'thead', 'tbody', 'tr', 'th', 'td'];

const colour = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s,.%]+\)$/i, /^[a-z]{3,30}$/i];

/** A portal link is exactly its placeholder; elsewhere in an address, a placeholder could leak a token. */
const portalLink = /^\{\{(?:loginUrl|setPasswordUrl|confirmUrl)\}\}$/;
const outsideLink = /^(?:https?:\/\/|mailto:)[^\s{}]+$/i;

/** Cleans a message's body: no script, style sheet or remote image; links to http(s), mailto, the portal. */
export function cleanBody(html: string): string {
  // Cleans twice, to be idempotent: removing a tag may change where the others close.
  return clean(clean(html)).trim();
}

function clean(html: string): string {
  return loadSanitizer()(html, {
    allowedTags: [...blocks, ...words, ...tables],
    allowedAttributes: {
      a: ['href'],
      th: ['colspan', 'rowspan', 'scope'],
      td: ['colspan', 'rowspan'],
      ol: ['start'],
      '*': ['style'],
    },
    allowedStyles: {
      '*': {
        color: colour,
        'background-color': colour,
        'text-align': [/^(?:left|right|center|justify)$/],
        'padding-left': [/^\d{1,3}px$/],
        // For a nested list whose item has no text of its own.
        'list-style-type': [/^none$/],
      },
    },
    transformTags: {
      a: (tagName, attribs) => ({ tagName, attribs: linkAttributes(attribs.href) }),
      td: spanned,
      th: spanned,
    },
    // `linkAttributes` has checked the address already, with placeholders in mind.
    allowedSchemes: ['http', 'https', 'mailto'],
    disallowedTagsMode: 'discard',
  });
}

/** Keeps at most 99 columns or rows: whoever lays a table out makes every one of them. */
function spanned(tagName: string, { colspan = '', rowspan = '', ...attribs }: Record<string, string>) {
  const [columns, rows] = [colspan, rowspan].map((count) => /^\d{1,2}$/.test(count));
  return { tagName, attribs: { ...attribs, ...(columns && { colspan }), ...(rows && { rowspan }) } };
}

function linkAttributes(href = ''): Record<string, string> {
  // Editors percent-encode the braces of a placeholder in an address.
  const address = href.trim().replace(/%7B/gi, '{').replace(/%7D/gi, '}');
  return portalLink.test(address) || outsideLink.test(address) ? { href: address } : {};
}
