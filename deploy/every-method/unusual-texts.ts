import type { DescField, DescMessage, DescMethod } from '@bufbuild/protobuf';
import { ScalarType } from '@bufbuild/protobuf';
import { type Answer, call, isBroken, type Values } from './call.ts';
import { leastCaller } from './callers.ts';
import { validRequest } from './requests.ts';
import { methods } from './running-services.ts';
import { openScene } from './scene.ts';

/** Texts as good as any other, although they look like markup or SQL, or have letters of several scripts. */
const TEXTS = {
  'markup, SQL and emoji': `<img src=x onerror="alert(1)">'); DROP TABLE films; -- \${7*7} %s 👩🏽‍🚀🎬`,
  'right-to-left letters': 'مريم שרה',
};

/** Names of fields whose texts name something; what is wrong in one of them alone is among bad input. */
const NAMES = /(^id|Ids?|Uris?|Tokens?|^session|^cursor|^keys?|^code)$/i;

/** Refusals by rules, whatever the text is. */
const REFUSALS: readonly Answer['code'][] = [
  ...(['InvalidArgument', 'NotFound', 'FailedPrecondition', 'AlreadyExists', 'Aborted', 'ResourceExhausted'] as const),
];

/** Tests that each text of a request may be one that other systems stumble over: it is taken, or refused by its name. */
export function testUnusualTexts(): void {
  test.each(methods.filter(([, { input }]) => hasTexts(input)))(
    '%s takes unusual texts, or refuses them by their names [SYS-06:texts]',
    async (_name, method) => {
      for (const [kind, text] of Object.entries(TEXTS))
        expect([kind, await problemWith(method, text)]).toEqual([kind, '']);
    },
  );
}

/** Sends the text in every field; those that are refused by name are as they were in the next request, until it is taken. */
async function problemWith(method: DescMethod, text: string): Promise<string> {
  const scene = await openScene(method, leastCaller(method));
  const valid = await validRequest(method, scene);
  const kept = new Set<string>();
  for (;;) {
    const changed = new Set<string>();
    const request = withTexts(method.input, valid, { text, kept, changed }, []);
    if (changed.size === 0) return '';
    const answer = await call(method, scene.calling(), request);
    const said = `${answer.code} ${answer.reason} ${answer.fields.join()}`;
    if (isBroken(answer) || (answer.code !== 'OK' && !REFUSALS.includes(answer.code))) return said;
    if (answer.code !== 'InvalidArgument') return '';
    const named = answer.fields.flatMap((field) => field.split('.'));
    const refused = [...changed].filter((path) => path.split('.').some((name) => named.includes(name)));
    if (refused.length === 0) return `${said} names none of ${[...changed].join()}`;
    for (const path of refused) kept.add(path);
  }
}

function hasTexts(message: DescMessage, within: readonly DescMessage[] = []): boolean {
  return message.fields.some((field) => {
    if (field.message) return !within.includes(field.message) && hasTexts(field.message, [...within, message]);
    return field.scalar === ScalarType.STRING && !NAMES.test(field.localName);
  });
}

/** Paths of fields, such as socialLinks.url: those that keep their texts, and those that got the text. */
type Change = { text: string; kept: ReadonlySet<string>; changed: Set<string> };

/** The request with the text in place of every other, at any depth. */
function withTexts(message: DescMessage, values: Values, change: Change, within: readonly string[]): Values {
  const entries = message.fields.map((field): [string, unknown] => {
    const { localName: name } = field;
    return [name, changedValue(field, values[name], change, [...within, name])];
  });
  return Object.fromEntries(entries);
}

function changedValue(field: DescField, value: unknown, change: Change, path: readonly string[]): unknown {
  const { message } = field;
  const changedOne = (one: unknown) =>
    message ? withTexts(message, one as Values, change, path) : changedText(field, one, change, path);
  const isOther = field.fieldKind === 'map' || message?.typeName.startsWith('google.protobuf.');
  if (value === undefined || isOther) return value;
  return Array.isArray(value) ? value.map(changedOne) : changedOne(value);
}

function changedText(field: DescField, value: unknown, change: Change, path: readonly string[]): unknown {
  const { text, kept, changed } = change;
  const isText = field.scalar === ScalarType.STRING && value !== '';
  if (!isText || NAMES.test(field.localName) || kept.has(path.join('.'))) return value;
  changed.add(path.join('.'));
  return text;
}
