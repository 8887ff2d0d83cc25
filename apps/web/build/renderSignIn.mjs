/**
 * For a thread of its own, whose globals become those of a window: tells the sign-in page as HTML in both languages, drawn
 * by its own components. Nothing in it can be typed, pressed or sent, since no script stands behind it yet;
 * `{{university}}` is for the server.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
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
const { setLanguage } = await vite.ssrLoadModule('/src/platform/i18n/languageStore.ts');
const { watchAddress } = await vite.ssrLoadModule('/src/platform/location.ts');
const { Root } = await vite.ssrLoadModule('/src/entry/Root.tsx');
const { createElement } = await import('react');
const { createRoot } = await import('react-dom/client');
const { flushSync } = await import('react-dom');

watchAddress();
/** @type {Record<string, string>} */
const drawn = {};
for (const language of ['fr', 'en']) {
  await setLanguage(language);
  const place = document.createElement('div');
  flushSync(() => createRoot(place).render(createElement(Root)));
  for (const control of place.querySelectorAll('button, select')) control.setAttribute('disabled', '');
  for (const control of place.querySelectorAll('input')) control.setAttribute('readonly', '');
  drawn[language] = place.innerHTML.replace(/<form\b/g, '<div').replace(/<\/form>/g, '</div>');
}
await vite.close();
parentPort?.postMessage(drawn);
