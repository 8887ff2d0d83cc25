import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Plugin } from 'vite';
import { pickTexts, readTexts } from './pickTexts.ts';

/** What `renderSignIn.mjs` returns. */
interface Rendered {
  readonly drawn: string;
  /** The page of a new password while its link is checked. */
  readonly password: string;
  readonly mould: string;
}

/**
 * Inserts the rendered sign-in page, and the head of that for a new password, into the built page, once per language, between comments that the server looks for
 * (core/http/pages/firstPage.ts), with the texts that the first script needs, so that it shows without another
 * request. The other texts load when the visitor begins to type. After it the mould of an office.
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
        const fr = await inLanguage('fr', script);
        const en = await inLanguage('en', script);
        const drawn = `<!--sign-in fr-->${fr.drawn}<!--sign-in en-->${en.drawn}<!--password fr-->${fr.password}<!--password en-->${en.password}<!--no sign-in-->`;
        const office = `<!--office fr-->${fr.mould}<!--office en-->${en.mould}<!--/office-->`;
        const told = html.replace(/ *<!-- .*? -->\n/gs, '');
        return told.replace(
          /(<div id="root">)(.*?)(<\/div>)/s,
          (_, start: string, bare: string, end: string) =>
            [start, drawn, bare, '<!--/sign-in-->', end, office].join(''),
        );
      },
    },
  };
}

/** The sign-in page with its texts, and the mould of an office. */
async function inLanguage(language: 'fr' | 'en', script: string): Promise<Rendered> {
  const texts = pickTexts(language, script);
  const drawing = new Worker(new URL('./renderSignIn.mjs', import.meta.url), {
    workerData: { language, texts, password: passwordWords(language) },
  });
  const [{ drawn, password, mould }] = (await once(drawing, 'message')) as [Rendered];
  // Escaped so that no text can end the script element.
  const json = JSON.stringify(texts).replaceAll('<', String.raw`\u003c`);
  const inPage = `<script type="application/json" id="texts-${language}">${json}</script>`;
  return { drawn: drawn + inPage, password, mould };
}

/** The words of the page of a new password, which the first script does not have. */
function passwordWords(language: 'fr' | 'en') {
  const { 'ResetPassword.Title': title, 'ResetPassword.Checking': lead } = readTexts(language);
  return { title, lead };
}
