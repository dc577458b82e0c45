import es from './generated/es.json' with { type: 'json' };
import fr from './generated/fr.json' with { type: 'json' };
import type { Messages } from './plain-message.ts';
import { speak } from './words.ts';

const catalogues: Record<string, unknown> = { es, fr };

/** Does something in a language and without interruption, such as rendering a page on the server. */
export function inLanguage<Result>(language: string, work: () => Result): Result {
  speak(language, catalogues[language] as Messages | undefined);
  try {
    return work();
  } finally {
    speak('en');
  }
}
