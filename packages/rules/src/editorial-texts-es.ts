// The Spanish of the texts that come with the software: see editorial-texts.ts.

const OPERATOR =
  '<p><em>Este es el texto que viene con el programa. Quien gestiona este sitio lo sustituye por el suyo.</em></p>';

export const TERMS_OF_USE_ES = [
  OPERATOR,
  '<h2>Qué es este sitio</h2>',
  '<p>Marquee es un lugar para ver películas y para mostrarlas. Cualquiera puede echar un vistazo. Para ver, puntuar y escribir necesitas una cuenta.</p>',
  '<h2>Tu cuenta</h2>',
  '<p>Entras con un enlace que te llega por correo, un código que te llega por SMS o una llave de acceso. No los compartas: quien los tiene puede actuar en tu nombre. En tus ajustes ves dónde tienes la sesión abierta y puedes cerrarla en cualquier otro navegador.</p>',
  '<h2>Lo que ves</h2>',
  '<p>Una película desbloqueada es para que la veas tú durante el tiempo que indica su página. No la copies ni la muestres en público, salvo que su autor te lo permita.</p>',
  '<h2>Lo que escribes y subes</h2>',
  '<p>Sigue siendo tuyo. Sube solo lo que tengas derecho a mostrar. Sé amable: nada de odio, ni amenazas, ni datos privados de nadie.</p>',
  '<ul><li>Nuestro equipo ve cada película antes de que se muestre a todo el mundo y puede pedir cambios.</li><li>Cualquiera con la sesión iniciada puede denunciar una película. El equipo puede retirar películas, críticas y cuentas que incumplan estas condiciones.</li></ul>',
  '<h2>Lo que no podemos prometer</h2>',
  '<p>Procuramos que el sitio esté disponible y tus películas a salvo, pero no podemos prometer que nunca se interrumpa. Guarda tu propia copia de lo que subas.</p>',
].join('');

export const PRIVACY_POLICY_ES = [
  OPERATOR,
  '<h2>Qué se guarda</h2>',
  '<ul><li><strong>Tu cuenta:</strong> tu nombre, tu correo o tu número de teléfono, y lo que añades a tu perfil.</li><li><strong>Tus navegadores:</strong> el navegador y el lugar aproximado de cada inicio de sesión, para que reconozcas los tuyos.</li><li><strong>Lo que haces:</strong> las películas que ves y hasta dónde, tus puntuaciones, críticas, me gusta y desbloqueos.</li><li><strong>Lo que subes:</strong> películas, imágenes y lo que escribes sobre ellas.</li></ul>',
  '<h2>Quién lo ve</h2>',
  '<p>Tu nombre, tus críticas y tu perfil público los puede ver todo el mundo; en tu perfil eliges si se puede encontrar. Tu correo y tu número de teléfono no se muestran a los demás. El equipo puede ver cuentas y películas para hacer su trabajo.</p>',
  '<h2>Cookies</h2>',
  '<p>Una cookie mantiene tu sesión abierta, y tu navegador recuerda lo que eliges, como el idioma o la apariencia. Ninguna cookie te sigue a otros sitios, y no interviene ningún anunciante.</p>',
  '<h2>Mensajes</h2>',
  '<p>Te enviamos enlaces y códigos para iniciar sesión, y novedades de tus películas y créditos. Cada invitación tiene un enlace que detiene las invitaciones.</p>',
  '<h2>Preguntas</h2>',
  '<p>Quien gestiona este sitio responde a las preguntas sobre tus datos e indica aquí cómo contactar.</p>',
].join('');

export const LICENSE_AGREEMENT_ES = [
  OPERATOR,
  '<h2>Para quienes muestran películas aquí</h2>',
  '<p>Tu película sigue siendo tuya. Al publicarla permites que este sitio la guarde, la prepare para verse, la muestre a los espectadores y en los dispositivos que elijas, y muestre a todo el mundo su tráiler, sus imágenes y sus datos.</p>',
  '<p>Confirmas que tienes los derechos que hacen falta: de la película, su música, sus imágenes y las personas que aparecen en ella.</p>',
  '<p>Este permiso no es exclusivo y termina cuando retiras la película. Quienes la hayan desbloqueado ya no podrán verla.</p>',
  '<h2>Para quienes ven películas</h2>',
  '<p>Un desbloqueo te permite ver una película durante el tiempo que indica su página. No se puede ceder.</p>',
  '<h2>El programa</h2>',
  '<p>Marquee es software libre con la licencia Apache, versión 2.0.</p>',
].join('');

export const FAQ_ES = [
  '<h2>Ver películas</h2>',
  '<h3>¿Cuánto tiempo puedo ver una película que he desbloqueado?</h3>',
  '<p>La página de la película dice hasta cuándo. Puedes parar en cualquier momento y seguir donde lo dejaste.</p>',
  '<h3>¿Por qué dice que una película se está preparando?</h3>',
  '<p>Después de subirla hacemos varias calidades de la película, para que se vea bien en todas partes. Eso lleva un rato. Podrás verla en su página en cuanto esté lista.</p>',
  '<h3>¿Puedo verlas en el móvil?</h3>',
  '<p>Sí, en su navegador. No hay nada que instalar.</p>',
  '<h2>Tu cuenta</h2>',
  '<h3>¿Por qué no hay contraseña?</h3>',
  '<p>En su lugar inicias sesión con un enlace, un código o una llave de acceso. Nadie puede adivinarlos, y no hay nada que recordar.</p>',
  '<h3>Puede que otra persona haya entrado en mi cuenta. ¿Qué puedo hacer?</h3>',
  '<p>Tus ajustes muestran todos los navegadores con la sesión abierta. Ciérrala en los que no conozcas.</p>',
  '<h2>Mostrar películas</h2>',
  '<h3>¿Cómo muestro aquí mi película?</h3>',
  '<p>Crea una cuenta de Entertainment Pro y añade tu película en el estudio. Te dirá lo que falta. Nuestro equipo ve cada película antes de que todo el mundo pueda verla.</p>',
  '<h3>¿Qué tipo de archivo necesitáis?</h3>',
  '<p>El mejor que tengas: nosotros lo preparamos para verse. Un archivo puede tener hasta 20 GB y 12 horas.</p>',
].join('');
