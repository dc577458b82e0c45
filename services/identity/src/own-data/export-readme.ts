import type { InterfaceLanguage } from '@marquee/rules/interface-languages';

/** What stands beside the files of an export, in the language of whose they are [SET-07]. */
export const EXPORT_README: Record<InterfaceLanguage, string> = {
  en: `This is what Marquee holds about you, as you asked for it.

Each folder is of one part of Marquee. The files named *.json hold lists; times are in UTC. Pictures are as you uploaded
them, without what the camera added.

The video files of your films are not in here, because they are too large. Your films are listed in film/films.json: the
page of each is at /feed/ followed by its id, on the site that you downloaded this from.
`,
  es: `Esto es lo que Marquee guarda sobre ti, tal como lo has pedido.

Cada carpeta es de una parte de Marquee. Los archivos *.json contienen listas; las horas están en UTC. Las imágenes están
como las subiste, sin lo que añadió la cámara.

Los archivos de vídeo de tus películas no están aquí, porque son demasiado grandes. Tus películas figuran en
film/films.json: la página de cada una está en /feed/ seguido de su id, en el sitio del que has descargado esto.
`,
  fr: `Voici ce que Marquee conserve à votre sujet, comme vous l’avez demandé.

Chaque dossier correspond à une partie de Marquee. Les fichiers *.json contiennent des listes ; les heures sont en UTC.
Les images sont telles que vous les avez envoyées, sans ce que l’appareil photo y a ajouté.

Les fichiers vidéo de vos films ne sont pas ici, car ils sont trop volumineux. Vos films sont listés dans
film/films.json : la page de chacun se trouve à /feed/ suivi de son id, sur le site d’où vous avez téléchargé ceci.
`,
};
