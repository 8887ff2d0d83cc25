import type { Language } from '@guichet/contract/core/language';
import type { Config } from '../../runtime/config.ts';
import { AppError, problemOf } from '../../runtime/errors.ts';
import { html } from './html.ts';
import { smallPage } from './smallPage.ts';

const title: Record<Language, string> = {
  fr: 'Cela n’a pas pu se faire',
  en: 'This could not be done',
};

/** A failure as an HTML page, for windows that show the answer themselves. */
export function failurePage(error: AppError, language: Language, config: Pick<Config, 'universityName'>) {
  // A window has no session to renew: the error can only mean a one-time token that is used or expired.
  const told = error.code === 'session.missing' ? new AppError('session.windowShut') : error;
  const { status, detail } = problemOf(told, language);
  const universityName = config.universityName[language];
  return {
    status,
    page: smallPage({ language, universityName, title: title[language], main: html`<p>${detail}</p>` }),
  };
}
