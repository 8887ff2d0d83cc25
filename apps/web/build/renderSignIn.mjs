/**
 * Runs in a worker thread, whose globals become those of a window. Renders the sign-in page and the head of the page for a
 * new password to HTML in one language, with their own components and the given texts, and the mould of an office. The
 * controls of a page are disabled until a script runs; the server replaces `{{university}}` and `{{office}}`, and fills in
 * the mould (server/core/http/pages/firstPage.ts).
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import react from '@vitejs/plugin-react';
import { JSDOM } from 'jsdom';
import { createServer } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = `<!doctype html><meta name="university-fr" content="{{university}}">
  <meta name="university-en" content="{{university}}"><div id="root"></div>`;
const { window } = new JSDOM(page, { url: 'http://localhost/login', pretendToBeVisual: true });

const missing = {
  matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
  PublicKeyCredential: class {},
};
Object.assign(window, missing);
const wanted = ['document', 'location', 'history', 'navigator', 'localStorage', 'sessionStorage', 'Event'];
for (const name of [...Object.getOwnPropertyNames(window), ...Object.keys(missing)]) {
  if (name in globalThis && !wanted.includes(name)) continue;
  Object.defineProperty(globalThis, name, {
    value: window[name],
    configurable: true,
    writable: true,
  });
}
globalThis.window = window;
globalThis.addEventListener = window.addEventListener.bind(window);
globalThis.removeEventListener = window.removeEventListener.bind(window);
// The files with a part of the texts do not exist yet.
globalThis.fetch = async (address) =>
  new Response(readFileSync(`${root}/public${String(address).replace('.open', '')}`, 'utf8'));

const vite = await createServer({
  root,
  configFile: false,
  plugins: [react()],
  define: { __SESSION_STORE__: '"local"', __EDITOR_FOLDER__: '""' },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  appType: 'custom',
  logLevel: 'error',
});
const { completeTexts, setLanguage } = await vite.ssrLoadModule('/src/core/i18n/languageStore.ts');
const { watchAddress } = await vite.ssrLoadModule('/src/core/address/location.ts');
const { Root } = await vite.ssrLoadModule('/src/entry/Root.tsx');
const { Shell } = await vite.ssrLoadModule('/src/entry/shell/Shell.tsx');
const { PlainPage } = await vite.ssrLoadModule('/src/identity/publicPages/PlainPage.tsx');
const { OfficeBlock } = await vite.ssrLoadModule('/src/identity/publicPages/office/OfficeBlock.tsx');
const { createElement } = await import('react');
const { createRoot } = await import('react-dom/client');
const { flushSync } = await import('react-dom');

const { language, texts, password: words } = workerData;
const inPage = document.createElement('script');
inPage.type = 'application/json';
inPage.id = `texts-${language}`;
inPage.textContent = JSON.stringify(texts);
const office = document.createElement('template');
office.id = `office-${language}`;
office.innerHTML = '{{office}}';
document.head.append(inPage, office);

watchAddress();
await setLanguage(language);
const place = document.createElement('div');
const drawing = createRoot(place);
const draw = (part, props = {}) => flushSync(() => drawing.render(createElement(part, props)));
draw(Root);
const drawn = disabled();
draw(Shell, { children: createElement(PlainPage, words) });
const password = disabled();
// The server writes these texts into the page, so that the first script does without them.
await completeTexts();
const mould = drawMould();
requireTexts(mould);
// Files that the page loads later are not wanted, and would fail once their server is closed.
drawing.unmount();
await vite.close();
parentPort?.postMessage({ drawn, password, mould });

/** The drawn page, whose controls wait for a script. */
function disabled() {
  requireTexts(place.innerHTML);
  for (const control of place.querySelectorAll('button, select')) {
    control.setAttribute('disabled', '');
    // Named by its label; it does not react to the pointer yet.
    control.removeAttribute('title');
    control.className = [...control.classList].filter((name) => !name.startsWith('hover:')).join(' ');
  }
  for (const control of place.querySelectorAll('input')) control.setAttribute('readonly', '');
  return place.innerHTML.replace(/<form\b/g, '<div').replace(/<\/form>/g, '</div>');
}

/** @throws when a key stands in place of its text */
function requireTexts(html) {
  const raw = html.match(/>\s*[A-Z]\w+(?:\.\w+)+\s*<|="[A-Z]\w+(?:\.\w+)+"/);
  if (raw) throw new Error(`The sign-in page shows a key in place of its text: ${raw[0]}`);
}

/** An office, a list of them and what stands there for none, each part between two comments of its name. */
function drawMould() {
  const ways = { email: '{{email}}', phone: '{{phone}}', office: { fr: '{{place}}', en: '{{place}}' } };
  draw(OfficeBlock, ways);
  markWays(place);
  const one = place.innerHTML;
  draw(OfficeBlock, { ...ways, programs: [{ ...ways, title: { fr: '{{name}}', en: '{{name}}' } }] });
  markWays(place);
  markPart(place.querySelector('p'), 'program');
  const programs = place.innerHTML;
  draw(OfficeBlock, { email: null, phone: null, office: null });
  const none = place.innerHTML;
  return `<!--one-->${one}<!--one--><!--programs-->${programs}<!--programs--><!--none-->${none}<!--none-->`;
}

function markWays(within) {
  const [email, phone] = within.querySelectorAll('a');
  email.href = 'mailto:{{address}}';
  phone.href = '{{call}}';
  markPart(email, 'email');
  markPart(phone, 'phone');
  markPart(within.querySelector('p > span:last-child'), 'place');
}

function markPart(element, name) {
  element.before(document.createComment(name));
  element.after(document.createComment(name));
}
