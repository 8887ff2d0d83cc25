/** Canadian French: a no-break space (\u00a0) before the colon and inside guillemets, none before ; ! ? */
export const fr = {
  platform: 'Plateforme d’apprentissage',
  otherLanguage: 'English',
  skip: 'Aller au contenu',
  leave: 'Fermer la session',
  myExams: 'Heures, lieux, agenda et courriels de mes examens',
  tools: 'Langue et session',
  acting: 'Vous agissez au nom d’une autre personne',
  actingFor: (name: string, actor: string): string => `Vous agissez pour ${name} (session de ${actor})`,
  actingEnd: 'Retourner au portail pour terminer',

  greeting: (name: string) => `Bonjour ${name}`,
  todayLead: 'C’est aujourd’hui. Prenez connaissance de l’heure, du lieu et des consignes.',
  nextLead: (distance: string, day: string) =>
    `Votre place est confirmée. Prochain examen\u00a0: ${distance}, le ${day}.`,
  pastLead: 'Vous n’avez pas d’examen à venir.',
  cancelledLead: (isOne: boolean): string =>
    isOne
      ? 'Votre examen est annulé\u00a0: vous n’avez pas à vous présenter.'
      : 'Vos examens sont annulés\u00a0: vous n’avez pas à vous présenter.',
  ownSpaces: 'Vos espaces d’examen',
  upcoming: 'À venir',
  cancelled: 'Annulés',
  past: 'Passés',
  whatToExpect: 'À quoi m’attendre',
  emptyTitle: 'Aucun espace d’examen pour l’instant',
  emptyText:
    'Vous n’avez actuellement aucune inscription à un examen de ce programme. Si le programme vient de vous inscrire, l’examen s’affiche ici en quelques minutes\u00a0: rechargez cette page un peu plus tard. Sinon, écrivez au secrétariat de votre programme.',

  date: 'Date',
  state: 'État',
  place: 'Votre place',
  placeConfirmed: 'Confirmée',
  hours: 'Heure',
  ownEnd: 'Fin pour vous',
  ownEndLine: (end: string): string => `Vous avez du temps supplémentaire\u00a0: jusqu’à ${end}`,
  withExtraTime: 'Vous avez du temps supplémentaire',
  commonHours:
    'L’heure indiquée est celle de tout le monde\u00a0: pour savoir si une autre vaut pour vous, adressez-vous à votre programme',
  where: 'Lieu',
  notYet: 'Pas encore indiqué',
  instructions: 'Consignes',
  expectTitle: 'À quoi vous attendre',
  beforeTitle: 'D’ici là',
  beforeText:
    'L’heure, le lieu et le matériel permis figurent dans les courriels de votre programme et, dès qu’ils sont connus, sous «\u00a0Mes examens\u00a0» dans le portail.',
  beforeKnown:
    'Notez la date, l’heure et le lieu. S’ils changent, vous le lirez ici; le programme peut aussi vous l’écrire.',
  dayTitle: 'Le jour de l’examen',
  dayText:
    'Ouvrez une session dans le portail avec la même adresse courriel et le même mot de passe. Vous reviendrez à cette page, qui affichera «\u00a0Aujourd’hui\u00a0».',
  todayTitle: 'Aujourd’hui',
  todayText: 'Suivez les consignes de votre programme.',
  todayThere:
    'L’examen a lieu sur place\u00a0: présentez-vous au lieu indiqué ci-dessus un peu avant l’heure. Il n’y a rien à remplir sur cette page.',
  todayOnline: 'L’examen se passe en ligne\u00a0: ouvrez le lien indiqué ci-dessus un peu avant l’heure.',
  todayUnknown:
    'Le lieu n’est pas indiqué. Regardez les courriels de votre programme; si vous ne l’y trouvez pas, joignez-le sans attendre.',
  afterTitle: 'Après',
  afterText:
    'Cet espace restera ici, parmi vos examens passés. Votre programme vous communiquera vos résultats.',
  cancelledState: 'Annulé',
  cancelledText:
    'Cet examen est annulé\u00a0: vous n’avez pas à vous présenter. Pour toute question, écrivez au secrétariat de votre programme.',
  cancelledSince: (since: string): string => `Examen annulé le ${since}`,
  leftState: 'Inscription retirée',
  leftTitle: 'Vous ne faites plus partie de cet examen',
  leftText: (since: string): string =>
    `Votre inscription a été retirée le ${since}. Si vous pensez que c’est une erreur, joignez votre programme.`,
  movedTitle: 'Cet examen a été déplacé',
  movedText: (since: string, former: string): string =>
    `La dernière modification date du ${since}. Auparavant\u00a0: ${former}. Ce qui compte maintenant est ci-dessous.`,
  overText: 'Cet examen a eu lieu. Votre programme vous communiquera vos résultats.',
  doubtTitle: 'Un doute?',
  doubtWrite: 'Joignez votre programme.',
  doubtText:
    'Si la date, le titre ou votre nom est inexact, demandez une correction avant le jour de l’examen, à la page «\u00a0Mes examens\u00a0» du portail.',

  staffTitle: 'Espaces d’examen',
  staffLead: 'Vue du personnel\u00a0: les données de ce programme sur la plateforme.',
  title: 'Titre',
  people: 'Personnes',
  noSpacesTitle: 'Aucun espace d’examen',
  noSpacesText: 'Créez-en un dans le portail, à l’onglet Espaces. Il apparaît ici en quelques secondes.',
  toConfiguration: 'Aller à la configuration',
  code: 'Code',
  placed: (count: string, isOne: boolean) =>
    isOne ? `${count} personne inscrite` : `${count} personnes inscrites`,
  nobodyTitle: 'Aucune personne pour l’instant',
  nobodyText: 'Les personnes inscrites apparaissent ici peu après l’importation d’une liste dans le portail.',
  grade: 'Note sur 100',
  gradeOf: (name: string) => `Note de ${name}, sur 100`,
  gradesHint:
    'Laissez vide qui n’a pas encore de note. Une fois enregistrées, les notes se lisent dans le portail, à la page Attestations de l’examen.',
  gradesLater:
    'À partir du jour de l’examen, les notes se saisissent ici, et le portail les lit à la page Attestations de l’examen.',
  saveGrades: 'Enregistrer les notes',
  gradesSaved: (count: string, saved: number): string =>
    saved === 0
      ? 'Aucune note n’avait changé.'
      : saved === 1
        ? 'Une note est enregistrée.'
        : `${count} notes sont enregistrées.`,
  gradesRefused: 'Rien n’est enregistré. Corrigez les notes signalées dans la liste, puis enregistrez.',
  gradeInvalid: 'Écrivez un nombre de 0 à 100, avec deux décimales au plus.',
  gradeChanged: (now: string): string =>
    now === ''
      ? 'Une autre personne vient de retirer cette note. Enregistrez de nouveau pour garder la vôtre.'
      : `Une autre personne vient d’enregistrer ${now}. Enregistrez de nouveau pour garder votre note.`,
  name: 'Nom',
  key: 'Clé',
  email: 'Courriel',
  pages: 'Pages de la liste',
  pageOf: (page: string, last: string) => `Page ${page} de ${last}`,
  previous: 'Précédente',
  next: 'Suivante',

  spentTitle: 'Ce lien n’est plus valide',
  spentText:
    'Il ne peut être utilisé qu’une fois, pendant une minute. Repassez par le portail\u00a0: un clic suffit, et rien n’est perdu.',
  endedTitle: 'Votre visite a pris fin',
  endedText:
    'La plateforme s’ouvre à partir du portail. Repassez par là\u00a0: si votre session y est encore ouverte, un clic suffit.',
  toPortal: 'L’ouvrir à partir du portail',
  unknownTitle: 'Cette page n’existe pas',
  unknownText: 'L’adresse est incomplète, ou cet espace d’examen n’est pas un des vôtres.',
  toFront: 'Retour à la plateforme',
  brokenTitle: 'Une erreur est survenue de notre côté',
  brokenText: 'La page n’a pas pu s’afficher. Rien n’est perdu\u00a0: rechargez-la dans un moment.',
};
