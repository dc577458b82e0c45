// The French of the texts that come with the software: see editorial-texts.ts.

const OPERATOR =
  '<p><em>Ce texte est fourni avec le logiciel. L’exploitant de ce site le remplace par le sien.</em></p>';

export const TERMS_OF_USE_FR = [
  OPERATOR,
  '<h2>Ce qu’est ce site</h2>',
  '<p>Marquee est un lieu où regarder des films et où en montrer. Tout le monde peut s’y promener. Pour regarder, noter et écrire, il faut un compte.</p>',
  '<h2>Votre compte</h2>',
  '<p>Vous vous connectez avec un lien reçu par e-mail, un code reçu par SMS ou une clé d’accès. Gardez-les pour vous : qui les détient peut agir en votre nom. Vos paramètres montrent où vous êtes connecté, et vous permettent de déconnecter tout autre navigateur.</p>',
  '<h2>Ce que vous regardez</h2>',
  '<p>Un film débloqué est à vous pour la durée indiquée sur sa page. Merci de ne pas le copier ni le montrer en public, sauf si son auteur vous y autorise.</p>',
  '<h2>Ce que vous écrivez et envoyez</h2>',
  '<p>Cela reste à vous. N’envoyez que ce que vous avez le droit de montrer. Soyez bienveillants : ni haine, ni menaces, ni vie privée d’autrui.</p>',
  '<ul><li>Notre équipe regarde chaque film avant qu’il soit montré à tous, et peut demander des modifications.</li><li>Toute personne connectée peut signaler un film. L’équipe peut retirer les films, critiques et comptes qui ne respectent pas ces conditions.</li></ul>',
  '<h2>Ce que nous ne pouvons pas promettre</h2>',
  '<p>Nous faisons de notre mieux pour que le site reste disponible et vos films en sécurité, mais nous ne pouvons pas promettre qu’il ne sera jamais interrompu. Gardez votre propre copie de ce que vous envoyez.</p>',
].join('');

export const PRIVACY_POLICY_FR = [
  OPERATOR,
  '<h2>Ce qui est conservé</h2>',
  '<ul><li><strong>Votre compte :</strong> votre nom, votre adresse e-mail ou votre numéro de téléphone, et ce que vous ajoutez à votre profil.</li><li><strong>Vos navigateurs :</strong> le navigateur et le lieu approximatif de chaque connexion, pour que vous reconnaissiez les vôtres.</li><li><strong>Ce que vous faites :</strong> les films que vous regardez et jusqu’où, vos notes, critiques, mentions J’aime et déblocages.</li><li><strong>Ce que vous envoyez :</strong> films, images et ce que vous écrivez à leur sujet.</li></ul>',
  '<h2>Qui le voit</h2>',
  '<p>Votre nom, vos critiques et votre profil public sont visibles par tous ; vous choisissez dans votre profil s’il peut être trouvé. Votre adresse e-mail et votre numéro de téléphone ne sont pas montrés aux autres. L’équipe peut voir les comptes et les films pour faire son travail.</p>',
  '<h2>Cookies</h2>',
  '<p>Un cookie vous garde connecté, et votre navigateur retient ce que vous avez choisi, comme la langue ou l’apparence. Aucun cookie ne vous suit sur d’autres sites, et aucun annonceur n’intervient.</p>',
  '<h2>Messages</h2>',
  '<p>Nous vous envoyons des liens et des codes de connexion, et des nouvelles de vos films et de vos mentions. Chaque invitation contient un lien qui arrête les invitations.</p>',
  '<h2>Questions</h2>',
  '<p>L’exploitant de ce site répond aux questions sur vos données, et indique ici comment le joindre.</p>',
].join('');

export const LICENSE_AGREEMENT_FR = [
  OPERATOR,
  '<h2>Pour les personnes qui montrent des films ici</h2>',
  '<p>Votre film reste à vous. En le publiant, vous autorisez ce site à le stocker, à le préparer pour la lecture, à le montrer aux spectateurs et sur les appareils que vous choisissez, et à montrer à tous sa bande-annonce, ses images et ses informations.</p>',
  '<p>Vous confirmez que vous avez les droits nécessaires : ceux du film, de sa musique, de ses images et des personnes qui y figurent.</p>',
  '<p>Cette autorisation n’est pas exclusive et prend fin quand vous retirez le film. Les personnes qui l’ont débloqué ne peuvent alors plus le regarder.</p>',
  '<h2>Pour les personnes qui regardent</h2>',
  '<p>Un déblocage vous permet de regarder un film vous-même pendant la durée indiquée sur sa page. Il ne peut pas être cédé.</p>',
  '<h2>Le logiciel</h2>',
  '<p>Marquee est un logiciel libre sous licence Apache, version 2.0.</p>',
].join('');

export const FAQ_FR = [
  '<h2>Regarder</h2>',
  '<h3>Combien de temps puis-je regarder un film que j’ai débloqué ?</h3>',
  '<p>La page du film l’indique. Vous pouvez vous arrêter à tout moment et reprendre là où vous en étiez.</p>',
  '<h3>Pourquoi est-il indiqué qu’un film est en préparation ?</h3>',
  '<p>Après un envoi, nous créons plusieurs qualités du film, pour qu’il se lise bien partout. Cela prend un moment. Vous pouvez le regarder sur sa page dès qu’il est prêt.</p>',
  '<h3>Puis-je regarder sur mon téléphone ?</h3>',
  '<p>Oui, dans son navigateur. Il n’y a rien à installer.</p>',
  '<h2>Votre compte</h2>',
  '<h3>Pourquoi n’y a-t-il pas de mot de passe ?</h3>',
  '<p>Vous vous connectez avec un lien, un code ou une clé d’accès. Aucun ne peut être deviné, et il n’y a rien à retenir.</p>',
  '<h3>Quelqu’un d’autre est peut-être connecté à mon compte. Que puis-je faire ?</h3>',
  '<p>Vos paramètres montrent tous les navigateurs où vous êtes connecté. Déconnectez ceux que vous ne connaissez pas.</p>',
  '<h2>Montrer des films</h2>',
  '<h3>Comment montrer mon film ici ?</h3>',
  '<p>Créez un compte d’Entertainment Pro, puis ajoutez votre film dans le studio. Il indique ce qui manque. Notre équipe regarde chaque film avant que tout le monde puisse le voir.</p>',
  '<h3>De quel type de fichier avez-vous besoin ?</h3>',
  '<p>Du meilleur que vous ayez : nous le préparons pour la lecture. Un fichier peut faire jusqu’à 20 Go et 12 heures.</p>',
].join('');
