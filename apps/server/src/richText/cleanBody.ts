import { createRequire } from 'node:module';

// Loaded with the first text that is cleaned: the start of the server does not wait for it.
const require = createRequire(import.meta.url);
const loadSanitizer = () => require('sanitize-html') as typeof import('sanitize-html');

const blocks = ['p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'ul', 'ol', 'li'];
const words = ['strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'span', 'a'];
const tables = ['table', 'thead', 'tbody', 'tr', 'th', 'td'];

const colour = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s,.%]+\)$/i, /^[a-z]{3,30}$/i];

/** Links into the portal stand whole; anywhere else a placeholder could carry a name or a secret to a stranger. */
const portalLink = /^\{\{(?:loginUrl|setPasswordUrl|confirmUrl)\}\}$/;
const outsideLink = /^(?:https?:\/\/|mailto:)[^\s{}]+$/i;

/**
 * The body of a message as mail programs show it alike: no script, no style sheet, no image from afar (which would
 * tell who reads when), links only to the web, to a mailbox, or into the portal.
 */
export function cleanBody(html: string): string {
  // Twice: where a tag was taken out, the rest may close differently, and what is saved shall be what is shown.
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
        // A list inside a list that has no words of its own.
        'list-style-type': [/^none$/],
      },
    },
    transformTags: {
      a: (tagName, attribs) => ({ tagName, attribs: linkAttributes(attribs.href) }),
    },
    // Checked above, with placeholders in mind.
    allowedSchemes: ['http', 'https', 'mailto'],
    disallowedTagsMode: 'discard',
  });
}

function linkAttributes(href = ''): Record<string, string> {
  // Editors write the braces of an address as addresses are written.
  const address = href.trim().replace(/%7B/gi, '{').replace(/%7D/gi, '}');
  return portalLink.test(address) || outsideLink.test(address) ? { href: address } : {};
}
