/** Canadian French: a no-break space (\u00a0) before the colon and inside guillemets, none before ; ! ? */
export const fr = {
  platform: 'Plateforme d’apprentissage',
  otherLanguage: 'English',
  skip: 'Aller au contenu',
  leave: 'Fermer la session',
  tools: 'Langue et session',

  greeting: (name: string) => `Bonjour ${name}`,
  todayLead: 'C’est aujourd’hui. Votre place est confirmée\u00a0: prenez votre temps.',
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
  emptyTitle: 'Pas encore d’espace d’examen',
  emptyText:
    'Votre inscription est sans doute en route\u00a0: il faut d’ordinaire quelques minutes pour qu’elle arrive ici. Rechargez cette page un peu plus tard. Si rien n’apparaît d’ici demain, écrivez au secrétariat de votre programme.',

  date: 'Date',
  state: 'État',
  place: 'Votre place',
  placeConfirmed: 'Confirmée',
  expectTitle: 'À quoi vous attendre',
  beforeTitle: 'D’ici là',
  beforeText:
    'Le courriel de votre programme fait foi pour l’heure, le lieu et le matériel permis. Gardez-le à portée de la main.',
  dayTitle: 'Le jour de l’examen',
  dayText:
    'Ouvrez une session au guichet avec la même adresse courriel et le même mot de passe. Vous reviendrez à cette page, qui affichera «\u00a0Aujourd’hui\u00a0».',
  todayTitle: 'Aujourd’hui',
  todayText:
    'Vous êtes au bon endroit. Suivez les consignes du courriel de votre programme et gardez cette page ouverte si elle vous rassure.',
  afterTitle: 'Après',
  afterText:
    'Cet espace restera ici, parmi vos examens passés. Vos résultats vous viendront de votre programme.',
  cancelledState: 'Annulé',
  cancelledText:
    'Cet examen est annulé\u00a0: vous n’avez pas à vous présenter. Pour toute question, écrivez au secrétariat de votre programme.',
  overText: 'Cet examen a eu lieu. Vos résultats vous viennent de votre programme.',
  doubtTitle: 'Un doute?',
  doubtText:
    'Si la date, le titre ou votre nom ne sont pas les bons, écrivez au secrétariat de votre programme. Mieux vaut aujourd’hui que le jour même.',

  staffTitle: 'Espaces d’examen',
  staffLead: 'Vue du personnel\u00a0: ce que la plateforme connaît de ce programme.',
  title: 'Titre',
  people: 'Personnes',
  noSpacesTitle: 'Aucun espace d’examen',
  noSpacesText: 'Créez-en un au guichet, à l’onglet Espaces. Il apparaît ici en quelques secondes.',
  toConfiguration: 'Aller à la configuration',
  code: 'Code',
  placed: (count: string, isOne: boolean) =>
    isOne ? `${count} personne inscrite` : `${count} personnes inscrites`,
  nobodyTitle: 'Personne pour le moment',
  nobodyText: 'Les candidats apparaissent ici peu après leur importation au guichet.',
  name: 'Nom',
  key: 'Clé',
  email: 'Courriel',
  pages: 'Pages de la liste',
  pageOf: (page: string, last: string) => `Page ${page} de ${last}`,
  previous: 'Précédente',
  next: 'Suivante',

  spentTitle: 'Ce lien ne s’ouvre plus',
  spentText:
    'Il ne sert qu’une fois et pendant une minute. Repassez par le guichet\u00a0: un clic suffit, et rien n’est perdu.',
  endedTitle: 'Votre visite a pris fin',
  endedText:
    'La plateforme s’ouvre à partir du guichet. Repassez par là\u00a0: si votre session y est encore ouverte, un clic suffit.',
  toPortal: 'Passer par le guichet',
  unknownTitle: 'Cette page n’existe pas',
  unknownText: 'L’adresse est incomplète, ou l’espace d’examen n’est pas parmi les vôtres.',
  toFront: 'Retour à la plateforme',
  brokenTitle: 'Un ennui de notre côté',
  brokenText: 'La page n’a pas pu s’afficher. Rien n’est perdu\u00a0: rechargez-la dans un moment.',
};
