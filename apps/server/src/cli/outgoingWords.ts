/** What the commands say of sending that is held since a restore. */
export const outgoingWords = {
  restoreHeld: {
    fr: 'Rien ne part tant que vous ne l’avez pas permis : courriels et appels à la plateforme d’apprentissage sont retenus. Dans l’installation qui sert aux gens : guichet release, ou la boîte d’envoi. Dans une copie : n’en faites rien.',
    en: 'Nothing goes out until you allow it: mails and calls to the learning platform are held. In the installation that people use: guichet release, or the outbox page. In a copy: leave it so.',
  },
  released: {
    fr: 'Ce qui était retenu part maintenant : {mails} courriels.',
    en: 'What was held goes out now: {mails} mails.',
  },
  nothingHeld: { fr: 'Rien n’était retenu.', en: 'Nothing was held.' },
  outgoingFlows: {
    fr: 'Rien n’est retenu : ce qui doit partir part',
    en: 'Nothing is held: what is to go out goes out',
  },
  outgoingHeld: {
    fr: 'Courriels et appels à la plateforme sont retenus depuis la restauration de la sauvegarde du {madeAt}',
    en: 'Mails and platform calls are held since the backup of {madeAt} was restored',
  },
  outgoingHeldAdvice: {
    fr: 'dans l’installation qui sert aux gens : guichet release; dans une copie, n’en faites rien',
    en: 'in the installation that people use: guichet release; in a copy, leave it so',
  },
};
