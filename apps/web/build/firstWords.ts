import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Plugin } from 'vite';

/**
 * Lays the sign-in page into the built page as it stands before any script has run, once in each language, between
 * comments that the server looks for (platform/firstPage.ts).
 */
export function firstWords(): Plugin {
  return {
    name: 'first-words',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const [drawn] = await once(new Worker(new URL('./renderSignIn.mjs', import.meta.url)), 'message');
        const { fr, en } = drawn as Record<'fr' | 'en', string>;
        const inside = `<!--sign-in fr-->${fr}<!--sign-in en-->${en}<!--/sign-in-->`;
        return html.replace('<div id="root"></div>', () => `<div id="root">${inside}</div>`);
      },
    },
  };
}
