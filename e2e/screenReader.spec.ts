import type { Page } from '@playwright/test';
import { Desk } from './fixtures/desk.ts';
import { lineOf, listOf } from './fixtures/lists.ts';
import { demoToFill, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demoToFill });

/** What a screen reader says of the main pages: names, roles and states, in the order of the page. */
const spoken = {
  fr: {
    banner: `
      - banner:
        - link "Guichet, accueil"
        - button "Accès rapide"
        - 'link "Mon compte : Catherine Walsh, administration"'
        - link "Fermer la session"
        - button "English"`,
    home: `
      - table "Vos programmes":
        - rowgroup:
          - row:
            - columnheader "Programme"
            - columnheader "À suivre"
            - columnheader "Accès"
        - rowgroup:
          - row:
            - rowheader:
              - link "Examens NP"
            - cell
            - cell:
              - 'toolbar /^Actions\\s: Examens NP$/':
                - 'link /^Voir les cours\\s: Examens NP$/'
                - 'link /^Administrer\\s: Examens NP$/'`,
    exam: `
      - row:
        - rowheader "Lecteur fr"
        - cell "12 février 2099"
        - cell "2"
        - cell "Aucun courriel"
        - cell /^Cours prêt( et vérifié)?$/
        - cell:
          - 'toolbar /^Actions\\s: Lecteur fr$/':
            - 'link /^Voir les personnes inscrites\\s: Lecteur fr$/'
            - 'button /^Autres actions\\s: Lecteur fr$/'`,
    candidate: `
      - row:
        - cell:
          - checkbox "Sélectionner Zoé Essai"
        - rowheader "Zoé Essai":
          - button "Zoé Essai"
        - rowheader "Essai"
        - cell:
          - link "zoe.fr@etu.example.ca"
        - cell "Candidature"
        - cell "Aucun"
        - cell
        - cell:
          - 'toolbar /^Actions\\s: Zoé Essai$/':
            - 'button /^Changer le mot de passe\\s: Zoé Essai$/'
            - 'button /^Voir les renseignements\\s: Zoé Essai$/'
            - button "Désinscrire Zoé Essai"
            - 'button /^Autres actions\\s: Zoé Essai$/'`,
    keys: 'Dans une ligne, les flèches gauche et droite mènent d’une commande à la suivante; celles du haut et du bas, d’une ligne à l’autre.',
    select: 'Sélectionner des personnes',
    takeOut: 'Désinscrire…',
    yes: 'Oui',
    takenOut: /^1 personne désinscrite de «\sLecteur fr\s»/,
    undo: 'Annuler ce changement',
    putBack: /^1 personne est de nouveau inscrite/,
    editor: `
      - group "Texte":
        - application:
          - toolbar "Mise en forme":
            - group:
              - group:
                - button "Annuler" [disabled]
                - button "Rétablir" [disabled]
              - group:
                - button /^Style/
              - group:
                - button "Gras"`,
    palette: `
      - dialog "Accès rapide":
        - heading "Accès rapide" [level=2]
        - button "Fermer"
        - combobox "Personne, examen, système, page ou action" [expanded]: Lecteur fr
        - status: 12 résultats
        - listbox "Personne, examen, système, page ou action":
          - group "Examens":
            - option /^Lecteur fr 12 février 2099 · Examens NP$/ [selected]
          - group "Actions sur un examen":
            - 'option /^Rappels et lettres\\s: Lecteur fr 12 février 2099 · Examens NP$/'`,
  },
  en: {
    banner: `
      - banner:
        - link "Guichet, home"
        - button "Quick access"
        - 'link "My account: Catherine Walsh, administrator"'
        - link "Sign out"
        - button "Français"`,
    home: `
      - table "Your programs":
        - rowgroup:
          - row:
            - columnheader "Program"
            - columnheader "At a glance"
            - columnheader "Access"
        - rowgroup:
          - row:
            - rowheader:
              - link "NP Exams"
            - cell
            - cell:
              - 'toolbar "Actions: NP Exams"':
                - 'link "View courses: NP Exams"'
                - 'link "Manage: NP Exams"'`,
    exam: `
      - row:
        - rowheader "Lecteur en"
        - cell "February 12, 2099"
        - cell "2"
        - cell "No emails"
        - cell /^Course ready( and verified)?$/
        - cell:
          - 'toolbar "Actions: Lecteur en"':
            - 'link "View candidates: Lecteur en"'
            - 'button "More actions: Lecteur en"'`,
    candidate: `
      - row:
        - cell:
          - checkbox "Select Zoé Essai"
        - rowheader "Zoé Essai":
          - button "Zoé Essai"
        - rowheader "Essai"
        - cell:
          - link "zoe.en@etu.example.ca"
        - cell "Candidate"
        - cell "None"
        - cell
        - cell:
          - 'toolbar "Actions: Zoé Essai"':
            - 'button "Change password: Zoé Essai"'
            - 'button "View details: Zoé Essai"'
            - button "Unenrol Zoé Essai"
            - 'button "More actions: Zoé Essai"'`,
    keys: 'In a row, the left and right arrow keys go from one control to the next; up and down go from row to row.',
    select: 'Select people',
    takeOut: 'Unenrol…',
    yes: 'Yes',
    takenOut: /^1 person unenrolled from “Lecteur en”/,
    undo: 'Undo this change',
    putBack: /^1 person is enrolled in “Lecteur en” again/,
    editor: `
      - group "Text":
        - application:
          - toolbar "Formatting":
            - group:
              - group:
                - button "Undo" [disabled]
                - button "Redo" [disabled]
              - group:
                - button /^Block/
              - group:
                - button "Bold"`,
    palette: `
      - dialog "Quick access":
        - heading "Quick access" [level=2]
        - button "Close"
        - combobox "Person, exam, system, page or action" [expanded]: Lecteur en
        - status: 12 results
        - listbox "Person, exam, system, page or action":
          - group "Exams":
            - option /^Lecteur en February 12, 2099 · NP Exams$/ [selected]
          - group "Exam actions":
            - 'option /^Reminders & letters: Lecteur en February 12, 2099 · NP Exams$/'`,
  },
} as const;

for (const language of ['fr', 'en'] as const) {
  test(`a screen reader in ${language} is told names, headers, toolbars and what has happened`, async ({
    page,
    portal,
  }) => {
    const said = spoken[language];
    const staff = await Desk.open(portal.url, 'admin.np@demo.example', 4);
    const exam = await staff.makeExam(`Lecteur ${language}`);
    const people = ['Zoé', 'Noé'].map((name, n) =>
      lineOf(name, { email: `${n === 0 ? 'zoe' : 'noe'}.${language}@etu.example.ca` }),
    );
    await staff.place(exam, new Uint8Array(listOf(...people)));
    await enterAs(page, 'admin.np@demo.example');
    const hear = (template: string) => expect(page.locator('body')).toMatchAriaSnapshot(template);
    const path = `/${language}/np/configuration`;

    await page.goto(`/${language}/home`);
    await hear(said.banner);
    await hear(said.home);
    await page.goto(`${path}?tab=cohorts`);
    await hear(said.exam);
    await page.goto(`${path}?tab=users&exam=${exam.id}`);
    await expect(page.getByRole('table')).toHaveAccessibleDescription(said.keys);
    await page.getByRole('button', { name: said.select }).click();
    await hear(said.candidate);
    await takeOutAndUndo(page, said);

    await page.goto(`${path}?tab=email`);
    await hear(said.editor);
    await page.locator('h1').focus();
    await page.keyboard.press('Control+K');
    await expect(page.getByRole('combobox', { expanded: true })).toBeFocused();
    await page.keyboard.type(`Lecteur ${language}`, { delay: 40 });
    await hear(said.palette);
  });
}

/** What is told of it comes in a live region. */
async function takeOutAndUndo(page: Page, said: (typeof spoken)['fr' | 'en']): Promise<void> {
  const live = page.getByRole('status');
  await page.getByRole('checkbox', { name: /Zoé/ }).check();
  await page.getByRole('button', { name: said.takeOut }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: said.yes }).click();
  await expect(live.getByText(said.takenOut)).toBeVisible();
  await page.getByRole('button', { name: said.undo }).click();
  await expect(live.getByText(said.putBack)).toBeVisible();
}
