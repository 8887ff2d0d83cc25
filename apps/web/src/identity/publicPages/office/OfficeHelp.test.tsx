import { findLinkState, forgotPassword, verifyToken } from '@guichet/contract/identity/account';
import { findContent } from '@guichet/contract/systems/content';
import { findOffice } from '@guichet/contract/systems/systems.office';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { setLanguage } from '../../../core/i18n/languageStore.ts';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { renderPortal } from '../../../testing/renderPortal.tsx';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
  server.on(findOffice).reply(({ url }) => ({
    email: 'bureau@uni.example.ca',
    phone: url.searchParams.has('systemId') ? '613 555-0103' : '613 555-0100',
    office: { fr: 'Pavillon A', en: 'Hall A' },
  }));
  server.on(findContent).reply(() => []);
  server.on(verifyToken).reply(() => false);
  server.on(findLinkState).reply(() => ({ state: 'over' }));
});
afterEach(() => act(() => setLanguage('fr')));

const pages = {
  'sign-in': '/account/login',
  'forgotten password': '/forgot-password',
  'expired link': '/reset-password?t=abc&u=zoe%40exemple.ca',
  'link to confirm an address': '/confirm-email',
  'access denied': '/forbidden',
};

test.each(Object.entries(pages))(
  '%s names the office of the university, in the language',
  async (_, path) => {
    renderPortal(path, null);
    const phone = await screen.findByRole('link', { name: '613 555-0100' });
    expect(phone.getAttribute('href')).toBe('tel:6135550100');
    expect(phone.closest('p')?.textContent).toBe('Besoin d’aide?bureau@uni.example.ca613 555-0100Pavillon A');
    await act(() => setLanguage('en'));
    expect(phone.closest('p')?.textContent).toContain('Need help?');
    expect(phone.closest('p')?.textContent).toContain('Hall A');
  },
);

test.each(Object.entries(pages))('%s of a system names its office', async (_, path) => {
  renderPortal(`${path}${path.includes('?') ? '&' : '?'}systemId=3`, null);
  await screen.findByRole('link', { name: '613 555-0103' });
});

test('where no office is set, a page says where else to look', async () => {
  server.on(findOffice).reply(() => ({ email: null, phone: null, office: null }));
  renderPortal('/account/login', null);
  const told = await screen.findByText(
    /^Besoin d’aide\? Le portail n’a pas les coordonnées de votre programme/,
  );
  // The mail of a registration may name nobody either.
  expect(told.textContent).toMatch(/Adressez-vous à son secrétariat, à l’université\.$/);
});

test('after a link was asked for, the office still stands there', async () => {
  server.on(forgotPassword).reply(() => 'queued');
  renderPortal('/forgot-password', null);
  const field = await screen.findByRole('textbox', { name: 'Adresse courriel' });
  fireEvent.change(field, { target: { value: 'zoe@exemple.ca' } });
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer le lien' }));
  await screen.findByRole('heading', { level: 1, name: 'Vérifiez vos courriels' });
  await screen.findByRole('link', { name: '613 555-0100' });
});

test('where each program has an office of its own, pages of no system name them all', async () => {
  const none = { email: null, phone: null, office: null };
  server.on(findOffice).reply(() => ({
    ...none,
    programs: [
      { ...none, title: { fr: 'Examens PDI', en: 'PDI Exams' }, phone: '613 555-0102' },
      { ...none, title: { fr: 'Examens DC', en: 'DC Exams' }, office: { fr: 'Pavillon C', en: 'Hall C' } },
    ],
  }));
  renderPortal('/account/login', null);
  const phone = await screen.findByRole('link', { name: '613 555-0102' });
  expect(phone.closest('details')?.textContent).toBe(
    'Besoin d’aide? Les coordonnées de chaque programmeExamens PDI613 555-0102Examens DCPavillon CVotre programme n’est pas dans cette liste? Adressez-vous à son secrétariat, à l’université.',
  );
});

test('an office that the server has put into the page shows at once, in the language, and is not asked for', async () => {
  const asked: string[] = [];
  server.on(findOffice).reply(({ url }) => {
    asked.push(url.search);
    return { email: null, phone: '613 555-0103', office: null };
  });
  const inPage = (['fr', 'en'] as const).map((language) => {
    const template = document.createElement('template');
    template.id = `office-${language}`;
    template.innerHTML = `<p>${{ fr: 'Pavillon A', en: 'Hall A' }[language]}</p>`;
    document.body.append(template);
    return template;
  });
  try {
    const view = renderPortal('/account/login', null);
    expect(screen.getByText('Pavillon A')).toBeTruthy();
    await act(() => setLanguage('en'));
    expect(screen.getByText('Hall A')).toBeTruthy();
    expect(screen.queryByText('Pavillon A')).toBeNull();
    view.unmount();
    expect(asked).toEqual([]);
    // Reached without loading the page anew, which is that of no system.
    renderPortal('/account/login?systemId=3', null);
    await screen.findByRole('link', { name: '613 555-0103' });
    expect(asked).toEqual(['?systemId=3']);
  } finally {
    for (const template of inPage) template.remove();
  }
});
