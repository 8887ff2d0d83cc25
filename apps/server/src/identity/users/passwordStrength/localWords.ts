/**
 * Words and keyboard runs common in local passwords that the library's dictionaries lack or rank as rare;
 * folded. They also match in leetspeak and with the usual additions.
 */
export const localWords: string[] = `
  passwort passwd passw motpasse motdepasse monmotdepasse secrete confidentiel administrator administrateur
  administratrice root toor superuser manager user utilisateur username login connexion bonsoir default defaut
  changezmoi temp temporaire temporary facebook twitter instagram youtube microsoft iphone android linkedin
  netflix amazon qwertz qsdfgh qsdfghjklm zaqxsw aqwzsx lovely ilove jetaime jtaime monamour moncoeur bisou
  bisous calin tendresse babe babygirl darling forever friend mamie papi maison mafille monfils garcon minou
  chaton chouchou nounours poupee tigrou nuage orage arcenciel rainbow flower roses violette jasmin lavande
  fraise pomme banane citron chocolat chocolate vanille caramel nutella poutine erable tabarnak panther panthere ours
  aigle hawk poney dauphin dolphin papillon chienne cat puppy kitten basketball basket ski natation judo
  canadiens nordiques habs leafs senators senateurs alouettes messi zidane gretzky pokemon goku zelda minecraft
  fortnite shadows warrior guerrier phoenix tonnerre jesuschrist blessed dollar bonheur heureux holiday holidays
  halloween paques montreal ottawa gatineau vancouver canadien newyork haiti senegal daniel joseph stephanie
  benjamin julien mathieu matthieu vincent sylvie martine virginie etudiant prof professeur exam exams examens
  pink trustno trustnoone nothing jesaispas putain connard hotmail gmail yahoo laptop serveur network reseau
  aa12345678 1qaz@wsx zaq!2wsx 2wsx@wsx !qaz@wsx !@#$%^&* qwe!@#123 zaq1@wsx xsw2@wsx 1qaz@wsx3edc a1z2e3r4! a1z2e3r4t5! 1a2z3e4r! qaz@123wsx
  !q1q1q1q r00t@123 x1y2z3!! demo@1234 gu3st@123
`
  .trim()
  .split(/\s+/);
