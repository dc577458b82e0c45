import type { DescMessage, Message } from '@bufbuild/protobuf';
import { canonicalId } from '../canonical-id.ts';

/** Names of fields that hold an id, or several. */
const ID_FIELD = /(?:^|_)ids?$/;

type Step = (message: Message) => void;

const steps = new WeakMap<DescMessage, Step[]>();

/**
 * Writes every UUID in an id field of a message in small letters.
 */
export function canonicalIds(schema: DescMessage, message: Message): void {
  for (const step of stepsOf(schema)) step(message);
}

function stepsOf(schema: DescMessage): Step[] {
  const known = steps.get(schema);
  if (known) return known;
  const made: Step[] = [];
  // Before its fields are looked at: a message may hold others of its kind.
  steps.set(schema, made);
  for (const field of schema.fields) {
    const isId = ID_FIELD.test(field.name);
    const { localName, oneof } = field;
    // What is one of several is held by its group.
    const holder = (message: Message) => {
      const values = message as unknown as Record<string, unknown>;
      if (!oneof) return { values, name: localName };
      const group = values[oneof.localName] as { case?: string; value?: unknown };
      return group.case === localName ? { values: group as Record<string, unknown>, name: 'value' } : undefined;
    };
    const change = (convert: (value: unknown) => unknown) =>
      made.push((message) => {
        const held = holder(message);
        const value = held?.values[held.name];
        if (held && value !== undefined) held.values[held.name] = convert(value);
      });
    const text = (value: unknown) => (typeof value === 'string' ? canonicalId(value) : value);
    const within = (inner: DescMessage) => (value: unknown) => {
      canonicalIds(inner, value as Message);
      return value;
    };
    if (field.fieldKind === 'scalar' && isId) change(text);
    else if (field.fieldKind === 'list' && field.listKind === 'scalar' && isId) {
      change((values) => (values as unknown[]).map(text));
    } else if (field.fieldKind === 'message' && holdsIds(field.message)) change(within(field.message));
    else if (field.fieldKind === 'list' && field.listKind === 'message' && holdsIds(field.message)) {
      const each = within(field.message);
      change((values) => (values as unknown[]).map(each));
    }
  }
  return made;
}

/** Messages of protobuf itself, such as times, hold none. */
function holdsIds({ typeName }: DescMessage): boolean {
  return !typeName.startsWith('google.protobuf.');
}
