import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { FeatureSet_FieldPresence as Presence, type Timestamp } from '@bufbuild/protobuf/wkt';
import type { Values } from './call.ts';

/** A request with one field changed. */
export type Changed = {
  /** Its path, such as intent.returnTo. */
  path: string;
  name: string;
  kind: Kind;
  request: Values;
};

type Kind =
  | ('too long' | 'invisible' | 'zero byte' | 'empty' | 'strange')
  | ('no such constant' | 'too many' | 'out of range');

type Bad = readonly [Kind, unknown];

/** Longer than any text that is stored. */
export const TOO_LONG = 'x'.repeat(10_000);
/** A direction override: no stored text may hold one. */
export const INVISIBLE = '\u202e';

const badTexts: readonly Bad[] = [
  ['too long', TOO_LONG],
  ['invisible', `te\u0007${INVISIBLE}xt`],
  ['zero byte', 'te\u0000xt'],
  ['empty', ''],
  ['strange', "../'; --%"],
];
const badBytes: readonly Bad[] = [
  ['too long', new Uint8Array(900_000)],
  ['strange', Uint8Array.of(0, 255, 216)],
];
const badDays: readonly Bad[] = ['0000-01-01', '9999-12-31'].map((day) => ['out of range', day]);
const DAY = /^\d{4}-\d\d-\d\d$/;

const INT32 = [-2_147_483_648, -1, 2_147_483_647];
const INT64 = [-1n, 9_223_372_036_854_775_807n];
const numbers: Partial<Record<ScalarType, readonly unknown[]>> = {
  [ScalarType.INT32]: INT32,
  [ScalarType.INT64]: INT64,
  [ScalarType.UINT32]: [4_294_967_295],
  [ScalarType.UINT64]: [18_446_744_073_709_551_615n],
  [ScalarType.DOUBLE]: [Number.NaN, Number.POSITIVE_INFINITY, -1e308],
  [ScalarType.FLOAT]: [Number.NaN, Number.POSITIVE_INFINITY],
};

// The first and the last that a timestamp can be: the last is rounded up to a year of five digits.
const TIMES: readonly Pick<Timestamp, 'seconds' | 'nanos'>[] = [
  { seconds: -62_135_596_800n, nanos: 0 },
  { seconds: 253_402_300_799n, nanos: 999_999_999 },
];

const MANY = 5_000;

function badValues(field: DescField, value: unknown): readonly Bad[] {
  if (field.fieldKind === 'enum') return [2_147_483_647, -1].map((number) => ['no such constant', number]);
  if (field.fieldKind === 'list') {
    const [first] = value as unknown[];
    // No two events are the same.
    const entries = Array.from({ length: MANY }, (_, index) =>
      field.listKind === 'message' ? { ...(first as object), eventId: String(index) } : first,
    );
    return [['too many', entries]];
  }
  if (isTime(field)) {
    return TIMES.map((time) => ['out of range', time]);
  }
  if (field.fieldKind !== 'scalar') return [];
  if (field.scalar === ScalarType.STRING) return DAY.test(String(value)) ? [...badTexts, ...badDays] : badTexts;
  if (field.scalar === ScalarType.BYTES) return badBytes;
  return (numbers[field.scalar] ?? []).map((number) => ['out of range', number]);
}

/**
 * The valid request with one field at a time changed to what some rule should forbid, at any depth. Other fields that the
 * contract calls optional are left out: an update of everything does the work of all of them each time.
 */
export function badRequests(message: DescMessage, valid: Values, at = ''): Changed[] {
  const needed = Object.fromEntries(
    message.fields.filter((field) => !isOptional(field)).map(({ localName }) => [localName, valid[localName]]),
  );
  return message.fields.flatMap((field) => {
    const { localName: name } = field;
    const value = valid[name];
    const path = at + name;
    if (value === undefined && isTime(field)) throw new Error(`${path} has no time that could be changed`);
    if (value === undefined) return [];
    const own = badValues(field, value).map(([kind, bad]) => {
      return { path, name, kind, request: { ...needed, [name]: bad } };
    });
    return [...own, ...inside(field, value, path, (inner) => ({ ...needed, [name]: inner }))];
  });
}

function isTime(field: DescField): boolean {
  return field.fieldKind === 'message' && field.message.typeName === 'google.protobuf.Timestamp';
}

function isOptional(field: DescField): boolean {
  return field.fieldKind !== 'message' && field.presence === Presence.EXPLICIT;
}

/** Of a message in a field, or of the first entry of a list. */
function inside(field: DescField, value: unknown, path: string, around: (inner: unknown) => Values): Changed[] {
  const within = (message: DescMessage, of: unknown, wrap: (inner: unknown) => unknown) =>
    badRequests(message, of as Values, `${path}.`).map((changed) => {
      return { ...changed, request: around(wrap(changed.request)) };
    });
  if (field.fieldKind === 'message') {
    return isTime(field) ? [] : within(field.message, value, (inner) => inner);
  }
  if (field.fieldKind !== 'list') return [];
  const [first] = value as unknown[];
  if (field.listKind === 'message') return within(field.message, first, (inner) => [inner]);
  const entries: readonly Bad[] =
    field.listKind === 'enum'
      ? [['no such constant', 2_147_483_647]]
      : field.scalar === ScalarType.STRING
        ? badTexts
        : [];
  return entries.map(([kind, bad]) => {
    return { path, name: field.localName, kind, request: around([bad]) };
  });
}
