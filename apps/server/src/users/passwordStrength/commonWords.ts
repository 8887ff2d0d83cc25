/**
 * What the most common passwords are made of, in French and English, folded: people, pets, feelings, sports, places,
 * months, and the words for a password itself. What stands around them (a capital, digits, a sign) makes them keep the
 * rule and is the first that is tried.
 */
const words = `
  password passwort passwd passw motdepasse motpasse monmotdepasse secret secrete confidentiel private prive
  admin administrator administrateur administratrice root toor system systeme superuser master manager
  user utilisateur username login connexion session bonjour bonsoir salut coucou hello welcome bienvenue
  guest invite default defaut changeme changemoi changezmoi letmein entrer ouvretoi sesame test testing tester
  temp temporaire temporary access acces accueil service internet computer ordinateur portable windows
  google facebook twitter instagram youtube microsoft apple samsung iphone android linkedin netflix amazon
  azerty qwerty qwertz azertyuiop qwertyuiop qsdfgh qsdfghjklm asdfgh asdfghjkl wxcvbn zxcvbn zxcvbnm
  qazwsx qazwsxedc zaqxsw abcdef abcdefg abcdefgh abcabc aqwzsx
  love lovely loveme iloveyou ilove jetaime jtaime amour monamour moncoeur coeur cherie cheri doudou loulou
  bisou bisous calin tendresse bebe baby babe babygirl sweet sweety honey darling forever friend friends family
  famille maman papa mamie papi maison mafille monfils enfant enfants fille garcon princess princesse prince
  king queen reine angel ange lapin minou chaton chouchou nounours poupee tigrou titi toto tata tonton tutu
  soleil sunshine sunny lune etoile star stars starwars moon ciel nuage orage arcenciel rainbow
  fleur flower rose roses violette marguerite jasmin lavande cerise fraise pomme orange banane citron chocolat
  chocolate vanille cookie cookies bonbon caramel nutella pizza coffee cafe poutine erable tabarnak
  dragon monkey tiger tigre lion panther panthere wolf loup ours bear eagle aigle hawk cheval horse poney
  dauphin dolphin papillon butterfly chien chienne chat cat dog doggy puppy kitty kitten bulldog oiseau
  football soccer hockey baseball basketball basket tennis rugby golf ski natation karate judo sport sports
  canadiens nordiques habs leafs senators senateurs alouettes impact ronaldo messi zidane jordan gretzky
  lakers yankees cowboys eagles steelers ferrari porsche mercedes corvette mustang harley yamaha honda toyota
  superman batman spiderman ironman pokemon pikachu naruto goku mario zelda minecraft fortnite matrix
  shadow shadows ninja hunter killer warrior guerrier soldier soldat pirate ranger phoenix thunder tonnerre
  freedom liberte liberty peace paix hope espoir faith jesus jesuschrist christ dieu god blessed bible
  money argent dollar rich lucky chance bonheur happy heureux heureuse smile sourire vacances holiday holidays
  plage beach summer ete printemps spring automne autumn fall hiver winter noel christmas halloween paques
  janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre january february march
  april may june july august september october november december
  lundi mardi mercredi jeudi vendredi samedi dimanche monday tuesday wednesday thursday friday saturday sunday
  quebec montreal ottawa gatineau toronto vancouver canada canadien canadienne ontario paris marseille lyon
  france francais french english anglais london newyork america american bretagne corse algerie maroc tunisie
  liban haiti senegal afrique europe
  michael michelle jennifer jessica ashley amanda daniel david thomas robert charlie andrew joshua matthew
  anthony william joseph george richard nicole melissa samantha stephanie elizabeth alexander benjamin
  nicolas alexandre alexandra antoine maxime julien mathieu matthieu sebastien francois guillaume vincent
  pierre jean marie camille julie sophie isabelle nathalie caroline catherine celine chantal sylvie martine
  emilie melanie virginie marine manon laura sarah chloe lucas louis hugo leo gabriel olivier philippe patrick
  school ecole college lycee etudiant student prof professeur teacher examen exam exams examens cours
  music musique guitar guitare piano rock metal nirvana metallica beatles
  blue bleu green vert black noir white blanc red rouge yellow jaune pink silver golden purple violet
  trustno trustnoone whatever nothing rien oublie jesaispas fuckyou fuck putain merde connard
  hotmail gmail yahoo laptop server serveur network reseau security securite
`;

export const commonWords: readonly string[] = words.trim().split(/\s+/);

/** Common passwords that keep the rule and that no word of the above gives away, in lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `1qaz@wsx !qaz2wsx 1qaz!qaz 2wsx@wsx zaq1@wsx zaq12wsx! zaq!2wsx !qaz@wsx 1qazxsw@ xsw2@wsx 1qaz@wsx3edc
   q1w2e3r4! q1w2e3r4t5! 1q2w3e4r! 1q2w3e4r5t! a1z2e3r4! a1z2e3r4t5! 1a2z3e4r! aze123!! abc123!! abc123!@# abcd1234!
   abcd@1234 abc@1234 aa123456! aa123456@ a123456! asd123!@# qwe123!@# qwe!@#123 qweasd123! qweasdzxc1! asd@1234
   qwer1234! qwer!234 qaz123!@# qaz@123wsx wsx@123 zxc123!@# zxcv1234! asdf1234! asdf@1234 !q1q1q1q
   p4$$w0rd p@$$w0rd p@55w0rd p@ssw0rd pa$$w0rd pa55w0rd! m0td3p@ss3 1loveyou! iloveu1! ilov3you!
   r00t@123 t3st1234! x1y2z3!! test@123 demo@1234 gu3st@123`
    .trim()
    .split(/\s+/),
);
