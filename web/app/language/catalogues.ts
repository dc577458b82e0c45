import { isInterfaceLanguage } from '@marquee/rules/interface-languages';
import es from './generated/served/es.json?url';
import fr from './generated/served/fr.json?url';
import type { Messages } from './plain-message.ts';
import { learn, speak } from './words.ts';

const addresses: Record<string, string> = { es, fr };

/** The file with the messages of a language; undefined for English, which is in the code. */
export const catalogueOf = (language: string): string | undefined => addresses[language];

/**
 * Speaks the language of the document, before the page hydrates. A page whose messages cannot be loaded hydrates in
 * English: it works, and its text changes.
 */
export async function speakAsDocument(): Promise<void> {
  const language = document.documentElement.lang;
  const address = catalogueOf(language);
  if (!address || !isInterfaceLanguage(language)) return;
  try {
    const response = await fetch(address);
    if (!response.ok) return;
    learn(language, (await response.json()) as Messages);
    speak(language);
  } catch {
    // The network ended in between.
  }
}
