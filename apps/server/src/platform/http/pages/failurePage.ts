import type { Language } from '@guichet/contract/core/language';
import type { Config } from '../../runtime/config.ts';
import { AppError, problemOf } from '../../runtime/errors.ts';
import { html } from './html.ts';
import { smallPage } from './smallPage.ts';

const title: Record<Language, string> = {
  fr: 'Cela n’a pas pu se faire',
  en: 'This could not be done',
};

/** A failure as a page, for a window in which a problem document would be a riddle. */
export function failurePage(error: AppError, language: Language, config: Pick<Config, 'universityName'>) {
  // A window has no session to renew: a ticket that is spent or over is all that can be missing.
  const told = error.code === 'session.missing' ? new AppError('session.windowShut') : error;
  const { status, detail } = problemOf(told, language);
  const universityName = config.universityName[language];
  return {
    status,
    page: smallPage({ language, universityName, title: title[language], main: html`<p>${detail}</p>` }),
  };
}
