import { describe, expect, it } from 'vitest';
import { hasDepartureInBrackets, openDepartures } from './departure.ts';

const left = (heading: string, cells: string) =>
  cells.split('|').filter((cell) => openDepartures(heading)(cell));
const all = (cells: string) => cells.split('|');

describe('a cell that says that somebody has left', () => {
  it.each([
    // By hand, in French and in English.
    [
      'Statut',
      'Abandon|ABANDONNÉ|Annulé|annulée|Retrait|Retiré(e)|Désisté|Désistement|Désinscrite|Radié|Suspendu|Inactif|Parti',
    ],
    [
      'État',
      'Inscription annulée|Étudiant retiré de la liste|A abandonné le cours|Non inscrit|Plus inscrite|Liste d’attente',
    ],
    [
      'Remarques',
      'abandon|Abandon le 12 mars|Retrait 2026-10-03|ANNULÉ - remboursée|A quitté l’université|désistement (courriel du 3)',
    ],
    ['', 'Abandon|withdrawn|Annulé'],
    // Passed through another program.
    ['Statut', 'abandonnÃ©|Annul&eacute;'],
    ['Comments', 'Withdrew|dropped the course|Cancelled by phone|no longer enrolled|left the program'],
    [
      'Status',
      'Withdrawn|Dropped|Cancelled|Canceled|Deleted|Suspended|Inactive|Not enrolled|Waitlisted|Left',
    ],
    // Canvas: users.csv, enrollments.csv, and the provisioning report.
    ['status', 'deleted|suspended|inactive'],
    ['workflow_state', 'deleted|inactive|rejected'],
    ['enrollment_state', 'deleted|inactive'],
    // Moodle: upload users, and the participants that it exports.
    ['suspended', '1|yes'],
    ['deleted', '1'],
    ['enrolstatus1', '1'],
    ['Statut', 'Suspendu|Inactif'],
    // Banner: codes and descriptions of STVRSTS, and of STVSTST.
    ['SFRSTCR_RSTS_CODE', 'DD|DW|WD|WW|WL'],
    ['Registration Status', '**Web Withdrawn**|Drop/Delete|Drop Web|Withdrawn - W grade'],
    ['SGBSTDN_STST_CODE', 'IS|IG'],
    // PeopleSoft: STDNT_ENRL_STATUS and ACAD_PROG.PROG_STATUS.
    ['STDNT_ENRL_STATUS', 'D|W'],
    ['Enrollment Status', 'Dropped|Waiting'],
    ['PROG_STATUS', 'DC|CN|DM|SP|DE'],
    // Colleague: STC.STATUS.
    ['STC.STATUS', 'D|W|X|C'],
    ['Current Status', 'Dropped|Withdrawn|Deleted|Cancelled|X'],
    // A column of its own.
    ['Abandon', 'X|oui|1|12 octobre|✓'],
    ['Date d’annulation', '2026-10-03'],
    ['Withdrawal Date', '10/03/2026'],
    ['Retiré(e)', 'O'],
    ['Actif', 'Non|0|FAUX'],
    ['Inscrit (O/N)', 'N'],
    ['is_active', 'false'],
  ])('under « %s »: %s', (heading, cells) => expect(left(heading, cells)).toEqual(all(cells)));

  it.each([
    [
      'Statut',
      'Inscrit|Inscrite|Actif|Active|Confirmé|Régulier|Temps plein|A|I|R|Étudiant|Non suspendu|Aucun abandon|En règle',
    ],
    [
      'status',
      'active|completed|enrolled|accepted|invited|creation_pending|Not withdrawn|Reinstated (was dropped) ',
    ],
    ['workflow_state', 'active|completed|invited'],
    ['suspended', '0|no|| - |Non|FALSE'],
    ['enrolstatus1', '0'],
    ['SFRSTCR_RSTS_CODE', 'RE|RW|AU|R1'],
    ['SGBSTDN_STST_CODE', 'AS'],
    ['STDNT_ENRL_STATUS', 'E'],
    ['PROG_STATUS', 'AC|CM'],
    ['STC.STATUS', 'N|A'],
    ['Abandon', 'Non|0|-|n/a|Inscrit'],
    ['Withdrawal Date', '0000-00-00|00/00/0000|null|\\N'],
    ['Actif', 'Oui|1|VRAI'],
    [
      'Programme',
      'Retraite et gérontologie|Radiation Therapy|Droit|Suspension bridges|Left-handed design|Dropbox|D|W',
    ],
    ['Département', 'D|Génie|Départ'],
    ['État civil', 'D|W|Divorcé'],
    ['État du courriel', 'Annulé'],
    ['Plateforme', 'Retiré'],
    ['Remarques', 'Revient après un abandon|Ne pas annuler|Allergie|x'],
  ])('not under « %s »: %s', (heading, cells) => expect(left(heading, cells)).toEqual([]));

  it('may stand in brackets behind a name', () => {
    for (const name of ['Caron (abandon)', 'Roy [Retiré le 3 mai]'])
      expect(hasDepartureInBrackets(name)).toBe(true);
    for (const name of ['Caron (Marie)', 'Roy', 'Lee (Drop'])
      expect(hasDepartureInBrackets(name)).toBe(false);
  });
});
