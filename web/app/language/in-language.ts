import { AsyncLocalStorage } from 'node:async_hooks';
import es from './generated/es.json' with { type: 'json' };
import fr from './generated/fr.json' with { type: 'json' };
import type { Messages } from './plain-message.ts';
import { askForLanguage, learn } from './words.ts';

learn('es', es as unknown as Messages);
learn('fr', fr as unknown as Messages);

const language = new AsyncLocalStorage<string>();
askForLanguage(() => language.getStore());

/** Does something in a language, such as loading and rendering a page on the server. */
export function inLanguage<Result>(spoken: string, work: () => Result): Result {
  return language.run(spoken, work);
}
