import type { InterfaceLanguage } from '@marquee/rules/interface-languages';

/** The labels of a pass. A wallet shows those of its phone's language, and English in any other. */
export const PASS_WORDS: Record<InterfaceLanguage, Record<PassWord, string>> = {
  en: {
    ...{ label_event: 'Event', label_when: 'When', label_until: 'Until', label_where: 'Where', label_kind: 'Ticket' },
    ...{ label_organizer: 'Organizer', label_note: 'At the door', value_online: 'Online' },
    value_note: 'Show this code at the door. It lets one person in, once: do not pass a picture of it on.',
  },
  es: {
    ...{ label_event: 'Evento', label_when: 'Cuándo', label_until: 'Hasta', label_where: 'Dónde' },
    ...{ label_kind: 'Entrada', label_organizer: 'Organiza', label_note: 'En la puerta', value_online: 'En línea' },
    value_note: 'Muestra este código en la puerta. Deja entrar a una persona, una vez: no compartas una foto de él.',
  },
  fr: {
    ...{ label_event: 'Événement', label_when: 'Quand', label_until: 'Jusqu’à', label_where: 'Où' },
    ...{ label_kind: 'Billet', label_organizer: 'Organisateur', label_note: 'À l’entrée', value_online: 'En ligne' },
    value_note: 'Montrez ce code à l’entrée. Il fait entrer une personne, une fois : n’en transmettez pas d’image.',
  },
};

type PassWord =
  | 'label_event'
  | 'label_when'
  | 'label_until'
  | 'label_where'
  | 'label_kind'
  | 'label_organizer'
  | 'label_note'
  | 'value_online'
  | 'value_note';
