import type { CompiledMessage } from '@lingui/message-utils/compileMessage';

/** Messages by their English text. One without plural, choice or format is its text, the others are compiled. */
export type Messages = Record<string, string | CompiledMessage>;

/** Compiles a message whose only syntax is `{name}`: the parser of the others would weigh more than all their compiled forms. */
export function compilePlain(message: string): CompiledMessage {
  // Lingui takes a text as it stands, and its type knows none.
  if (!message.includes('{')) return message as unknown as CompiledMessage;
  return message.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 1 ? [part] : part)) as CompiledMessage;
}
