import { pressOn } from '../fixtures/keyboard.ts';
import { demo, expect, test as portalTest } from '../fixtures/portal.ts';
import { demoPassword, enterAs } from '../fixtures/visitor.ts';
import { openLemonLdap } from './lemonLdap.ts';
import { openSimpleSaml } from './simpleSaml.ts';
import { account } from './university.ts';

const clock = new URL('../fixtures/shiftedClock.mjs', import.meta.url).href;
const test = portalTest.extend({
  settings: [{ ...demo, LEARNING_PRIVATE_HOSTS: '127.0.0.1' }, { scope: 'worker' }],
});

for (const open of [openSimpleSaml, openLemonLdap])
  test(`${open.name.slice(4)} signs people in: the first time, again, after Back, a restart, another key and another clock`, async ({
    page,
    portal,
    browser,
  }) => {
    test.setTimeout(600_000);
    const idp = await open();
    const button = `Mon compte de ${idp.name}`;
    const theirs = await browser.newContext({ baseURL: portal.url, locale: 'fr-CA' });
    try {
      await test.step('a super admin registers it, and it takes the portal', async () => {
        await enterAs(page, 'super@demo.example');
        await page.goto('/configuration/providers');
        await pressOn(page.getByRole('button', { name: 'Inscrire un fournisseur' }));
        const dialog = page.getByRole('dialog', { name: 'Inscrire un fournisseur' });
        if (idp.kind === 'saml') await dialog.getByText('SAML 2.0').click();
        const given = idp.kind === 'saml' ? /^Métadonnées du portail/ : /^Adresse de retour/;
        const own = await dialog.getByRole('textbox', { name: given }).inputValue();
        const fields = {
          ...idp.fields,
          'Texte du bouton, en français': button,
          'Texte du bouton, en anglais': 'My university account',
        };
        for (const [label, text] of Object.entries(fields))
          await dialog.getByLabel(label, { exact: true }).fill(text);
        const tryIt = dialog.getByRole('button', { name: 'Faire un essai' });
        await pressOn(tryIt);
        await expect(dialog.getByText(/Rien n’a confirmé l’adresse de retour/)).toBeVisible();
        await idp.admit(own);
        await pressOn(tryIt);
        // LemonLDAP::NG shows its sign-in page before it looks at the return address.
        const found = idp.kind === 'saml' ? 'Tout est en ordre' : /^Rien n’est en faute/;
        await expect(dialog.getByText(found)).toBeVisible();
        await pressOn(dialog.getByRole('button', { name: 'Inscrire un fournisseur' }));
        await expect(page.getByRole('row', { name: button })).toContainText('En service');
      });

      const candidate = await theirs.newPage();
      const leave = () => pressOn(candidate.getByRole('button', { name: button }));
      const arrive = () => candidate.waitForURL(/\/(?:learning|home)\b/);

      await test.step('the first time, the candidate confirms with the password; the page that was wanted opens', async () => {
        await candidate.goto('/account');
        await leave();
        await idp.signIn(candidate);
        await expect(candidate.getByRole('heading', { level: 1 })).toHaveText('Est-ce votre compte?');
        await expect(candidate.getByText(`${account.fullName}, ${account.email}`)).toBeVisible();
        await candidate.getByLabel('Mot de passe', { exact: true }).fill(demoPassword);
        await candidate.keyboard.press('Enter');
        await expect(candidate).toHaveURL(/\/account$/);
        await expect(candidate.getByRole('row', { name: `${account.fullName} ${button}` })).toBeVisible();
      });

      await test.step('again, the university still knows them; Back leads to no error', async () => {
        await candidate.goto('/logout');
        await expect(candidate.getByRole('button', { name: button })).toBeVisible();
        await leave();
        await arrive();
        await candidate.goBack();
        await candidate.goto('/account');
        await expect(candidate.getByRole('row', { name: `${account.fullName} ${button}` })).toBeVisible();
      });

      await test.step('a sign-out here offers to end the session there, which then asks for the password again', async () => {
        await candidate.goto('/logout');
        const link = candidate.getByRole('link', { name: 'Fermer la session de l’université' });
        const [tab] = await Promise.all([theirs.waitForEvent('page'), link.click()]);
        await idp.confirmSignOut(tab);
        if (idp.kind === 'saml')
          await expect(tab.getByText(/et celle du portail sont fermées/)).toBeVisible();
        await tab.close();
        await leave();
        await idp.signIn(candidate);
        await arrive();
      });

      const { signOut } = idp;
      if (signOut !== null)
        await test.step('a sign-out there ends the session here', async () => {
          const tab = await theirs.newPage();
          await tab.goto(signOut);
          await tab.close();
          await candidate.goto('/account');
          await expect(candidate).toHaveURL(/login/);
        });

      await test.step('the portal restarts while the person types their password there', async () => {
        await theirs.clearCookies();
        await candidate.goto('/logout');
        await leave();
        await expect(candidate.locator('input[type=password]')).toBeVisible();
        await portal.stop();
        await portal.startAgain();
        await idp.signIn(candidate);
        await arrive();
      });

      await test.step('a new key there counts at once', async () => {
        await idp.makeKey();
        await candidate.goto('/logout');
        await leave();
        await arrive();
      });

      await test.step('a clock that is ahead opens nothing, and the page says why', async () => {
        await candidate.goto('/logout');
        await expect(candidate.getByRole('button', { name: button })).toBeVisible();
        await portal.stop();
        // A token of OpenID Connect counts for an hour there.
        const milliseconds = idp.kind === 'saml' ? '600000' : '3900000';
        await portal.startAgain({
          NODE_OPTIONS: `--import=${clock}`,
          SHIFTED_CLOCK_MILLISECONDS: milliseconds,
        });
        await leave();
        await expect(candidate.getByText(/L’horloge du portail/)).toBeVisible();
        await portal.stop();
        await portal.startAgain();
      });

      await test.step('a group there brings a role here at the next sign-in', async () => {
        await enterAs(page, 'super@demo.example');
        await page.goto('/configuration/providers');
        await pressOn(page.getByRole('button', { name: `Modifier ${button}` }));
        const dialog = page.getByRole('dialog', { name: 'Modifier le fournisseur' });
        await dialog.getByRole('textbox', { name: /^Attribut ou claim/ }).fill(idp.groups);
        await pressOn(dialog.getByRole('button', { name: 'Ajouter un groupe' }));
        await dialog.getByRole('textbox', { name: 'Groupe 1' }).fill(account.group);
        // Both checks share a portal and its candidate.
        const [role, program] = idp.kind === 'saml' ? ['student:4', 'NP'] : ['student:5', 'Telfer'];
        await dialog.getByLabel('Rôle du groupe 1').selectOption(role);
        await pressOn(dialog.getByRole('button', { name: 'Enregistrer' }));
        await expect(page.getByText(`Fournisseur enregistré : ${button}`)).toBeVisible();
        await candidate.goto('/logout');
        await expect(candidate.getByRole('button', { name: button })).toBeVisible();
        await leave();
        await expect(candidate.getByRole('link', { name: `Examens ${program}`, exact: true })).toBeVisible();
      });
    } finally {
      await idp.close();
      await theirs.close();
    }
  });
