import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Plugin } from 'vite';
import { pickFirstTexts } from './firstTexts.ts';

/**
 * Inserts the rendered sign-in page into the built page, once per language, between comments that the server looks for
 * (core/http/pages/firstPage.ts), with the texts that the first script needs, so that it shows without another
 * request. The other texts load when the visitor begins to type.
 * @throws when the page rendered with these texts alone shows a key
 */
export function firstWords(): Plugin {
  return {
    name: 'first-words',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { chunk }) {
        const script = chunk?.code ?? '';
        const inFrench = await inLanguage('fr', script);
        const inEnglish = await inLanguage('en', script);
        const drawn = `<!--sign-in fr-->${inFrench}<!--sign-in en-->${inEnglish}<!--no sign-in-->`;
        const told = html.replace(/ *<!-- .*? -->\n/gs, '');
        return told.replace(
          /(<div id="root">)(.*?)(<\/div>)/s,
          (_, start: string, bare: string, end: string) =>
            [start, drawn, bare, '<!--/sign-in-->', end].join(''),
        );
      },
    },
  };
}

async function inLanguage(language: 'fr' | 'en', script: string): Promise<string> {
  const texts = pickFirstTexts(language, script);
  const drawing = new Worker(new URL('./renderSignIn.mjs', import.meta.url), {
    workerData: { language, texts },
  });
  const [drawn] = (await once(drawing, 'message')) as [string];
  // Escaped so that no text can end the script element.
  const json = JSON.stringify(texts).replaceAll('<', String.raw`\u003c`);
  return `${drawn}<script type="application/json" id="texts-${language}">${json}</script>`;
}
