import { fillParams } from '@guichet/contract/core/errors';
import { html } from '@guichet/contract/core/html';
import type { Language } from '@guichet/contract/core/language';
import { telephoneHref } from '@guichet/contract/core/telephone';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import type { AppContext } from '../../../core/context/appContext.ts';
import { findUniversityName } from '../../../core/database/universityName.ts';
import { type SmallPage, smallPage, smallPagePolicy } from '../../../core/http/pages/smallPage.ts';
import { findOffice } from '../../../systems/system/systems.service.ts';
import { reasonIn } from '../../saml/saml.service.ts';
import { findPortalSession, selectApplications } from '../signIns/signIns.queries.ts';
import { findClientFault } from './refusals.ts';
import en from './words/en.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };

const words: Readonly<Record<Language, typeof fr>> = { fr, en };

/** Asks whether to sign out of everything or of one application, and says what will end and what will not. */
export async function showSignOut(context: AppContext, ctx: KoaContextWithOIDC, form: string): Promise<void> {
  const { session, client, params } = ctx.oidc;
  const { read } = context.database;
  const portalSession = session ? await findPortalSession(read, session.uid) : null;
  const applications = portalSession ? await selectApplications(read, portalSession) : [];
  const namesOf = (isTold: boolean) =>
    applications.filter((one) => one.isTold === isTold).map(({ name }) => name);
  const [told, open] = [namesOf(true).join(', '), namesOf(false).join(', ')];
  await show(context, ctx, (w) => ({
    title: w.signOut,
    main: html`<p>${w.ends}</p>
${told ? html`<p>${fillParams(w.told, { names: told })}</p>` : ''}
${open ? html`<p class="reason">${fillParams(w.open, { names: open })}</p>` : ''}
FORM
<p><button class="button" form="op.logoutForm" name="logout" value="yes">${w.everywhere}</button></p>
<p><button class="button plain" form="op.logoutForm">${client?.clientName ? fillParams(w.onlyThere, { name: client.clientName }) : w.stay}</button></p>`,
  }));
  // The library's form, with the value against forged requests.
  ctx.body = String(ctx.body).replace('FORM', () => form);
  const back = params?.post_logout_redirect_uri;
  const targets = typeof back === 'string' ? `'self' ${new URL(back).origin}` : "'self'";
  ctx.set('content-security-policy', smallPagePolicy({ forms: targets }));
}

/** Says that the session has ended, where the application named no address to return to. */
export function showEnd(context: AppContext, ctx: KoaContextWithOIDC): Promise<void> {
  return show(context, ctx, (w) => ({
    title: w.signedOut,
    main: html`<p>${w.over}</p><p><a class="button" href="/login">${w.signIn}</a></p>`,
  }));
}

/** A failure that no application can be told: for the person, with the protocol's words for whoever helps. */
export async function showError(context: AppContext, ctx: KoaContextWithOIDC, out: ErrorOut, error: Error) {
  // Perhaps the ID of a former registration, or of another portal.
  const isUnknown = out.error === 'invalid_client' && !ctx.oidc?.client;
  const clientId = isUnknown ? { clientId: reasonIn(String(ctx.oidc?.params?.client_id)) } : null;
  // Faults of the application are noted with its name.
  if (!findClientFault(ctx, error))
    context.log.warn(
      { error: out.error, reason: error.message, ...clientId },
      'a request of an application was refused',
    );
  const words = clientId ? `no application has the client ID ${clientId.clientId}` : out.error_description;
  const reason = words ? `${out.error}: ${words}` : out.error;
  return show(context, ctx, await describeFailure(context, reason, ctx.oidc?.client?.clientName));
}

/** With the university's contact, where one is known; `reason`: for whoever helps; `name`: the application, where it is known. `isInFrame`: no page of the portal opens there. */
export async function describeFailure(context: AppContext, reason: string, name?: string, isInFrame = false) {
  // A failing database must not hide the failure itself.
  const { email, phone } = await findOffice(context, null).catch(() => ({ email: null, phone: null }));
  const mail = email && html`<a href="mailto:${email}">${email}</a>`;
  const telephone = phone && html`<a href="${telephoneHref(phone)}">${phone}</a>`;
  return (w: typeof fr): Shown => ({
    title: w.failed,
    main: html`<p>${fillParams(w.goBack, { application: name ? fillParams(w.named, { name }) : w.unnamed })}</p>
${(mail || telephone) && html`<p>${w.help} ${mail} ${telephone}</p>`}
<p class="muted">${reason}</p>
${!isInFrame && html`<p><a class="button" href="/">${w.home}</a></p>`}`,
  });
}

type Shown = Pick<SmallPage, 'title' | 'main'>;

async function show(context: AppContext, ctx: KoaContextWithOIDC, page: (w: typeof fr) => Shown) {
  const asked = String(ctx.oidc?.params?.ui_locales ?? ctx.get('accept-language'));
  ctx.type = 'html';
  ctx.set('content-security-policy', smallPagePolicy());
  ctx.body = await makePage(context, /^\s*en\b/i.test(asked) ? 'en' : 'fr', page);
}

/** A page without scripts in this language, with its words. */
export async function makePage(context: AppContext, language: Language, page: (w: typeof fr) => Shown) {
  const university = await findUniversityName(context);
  return smallPage({ language, universityName: university[language], ...page(words[language]) });
}
