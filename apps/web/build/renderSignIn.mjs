/**
 * Runs in a worker thread, whose globals become those of a window. Renders the sign-in page to HTML in one language,
 * with its own components and the given texts. Its controls are disabled until a script runs; the server replaces
 * `{{university}}`.
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
globalThis.fetch = async (address) => new Response(readFileSync(`${root}/public${String(address)}`, 'utf8'));

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
const { setLanguage } = await vite.ssrLoadModule('/src/core/i18n/languageStore.ts');
const { watchAddress } = await vite.ssrLoadModule('/src/core/address/location.ts');
const { Root } = await vite.ssrLoadModule('/src/entry/Root.tsx');
const { createElement } = await import('react');
const { createRoot } = await import('react-dom/client');
const { flushSync } = await import('react-dom');

const { language, texts } = workerData;
const inPage = document.createElement('script');
inPage.type = 'application/json';
inPage.id = `texts-${language}`;
inPage.textContent = JSON.stringify(texts);
document.head.append(inPage);

watchAddress();
await setLanguage(language);
const place = document.createElement('div');
const drawing = createRoot(place);
flushSync(() => drawing.render(createElement(Root)));
const raw = place.innerHTML.match(/>\s*[A-Z]\w+(?:\.\w+)+\s*<|="[A-Z]\w+(?:\.\w+)+"/);
if (raw) throw new Error(`The sign-in page shows a key in place of its text: ${raw[0]}`);
for (const control of place.querySelectorAll('button, select')) {
  control.setAttribute('disabled', '');
  // Named by its label; it does not react to the pointer yet.
  control.removeAttribute('title');
  control.className = [...control.classList].filter((name) => !name.startsWith('hover:')).join(' ');
}
for (const control of place.querySelectorAll('input')) control.setAttribute('readonly', '');
const drawn = place.innerHTML.replace(/<form\b/g, '<div').replace(/<\/form>/g, '</div>');
// Files that the page loads later are not wanted, and would fail once their server is closed.
drawing.unmount();
await vite.close();
parentPort?.postMessage(drawn);
