import type { DescField, DescMessage, DescMethod } from '@bufbuild/protobuf';
import { ScalarType } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { Values } from './call.ts';
import { festivalRequests } from './festival-requests.ts';
import { type Build, FIELDS } from './field-values.ts';
import { filmRequests } from './film-requests.ts';
import { identityRequests } from './identity-requests.ts';
import { marketingRequests } from './marketing-requests.ts';
import { mediaRequests } from './media-requests.ts';
import { notificationRequests } from './notification-requests.ts';
import type { RequestEntries } from './request-entries.ts';
import { rewardsRequests } from './rewards-requests.ts';
import type { Scene } from './scene.ts';

const ENTRIES: RequestEntries = {
  ...festivalRequests,
  ...filmRequests,
  ...identityRequests,
  ...marketingRequests,
  ...mediaRequests,
  ...notificationRequests,
  ...rewardsRequests,
};

export const entryNames = Object.keys(ENTRIES);

/** A request of the method that succeeds in the scene. */
export async function validRequest(method: DescMethod, scene: Scene): Promise<Values> {
  const values = await valuesOf(method.input, scene);
  const entry = ENTRIES[`${method.parent.typeName}/${method.name}`];
  return entry ? { ...values, ...(await entry.values(scene)) } : values;
}

async function valuesOf(message: DescMessage, scene: Scene): Promise<Values> {
  const values: Values = {};
  for (const field of message.fields) values[field.localName] = await valueFor(field, scene);
  return values;
}

async function valueFor(field: DescField, scene: Scene): Promise<unknown> {
  const build = FIELDS[field.localName];
  if (field.fieldKind === 'list') return listOf(field, scene, build);
  if (field.fieldKind === 'enum') return build ? build(scene) : field.enum.values[1]?.number;
  if (field.fieldKind === 'scalar') {
    const isText = field.scalar === ScalarType.STRING;
    // The age rating of a film is a text, the stars of a review are a number.
    if (field.scalar === ScalarType.BYTES && build) return build(scene);
    if (build && (isText || typeof (await build(scene)) !== 'string')) return build(scene);
    return plainValue(field.scalar);
  }
  if (field.fieldKind !== 'message') throw new Error(`a ${field.fieldKind} has no builder yet`);
  if (field.message.typeName === 'google.protobuf.Timestamp') return timeOf(field);
  const [only] = field.message.fields;
  // A list in a message of its own is built by the name of the field that holds it.
  if (build) return wrapped(await build(scene), only);
  return valuesOf(field.message, scene);
}

const DAYS_30_MS = 30 * 86_400_000;
/** Names of times that have to be after another of the same request. */
const ENDS = ['saleEnd', 'endsAt', 'availableUntil', 'closesAt'];

const timeOf = ({ localName }: DescField) =>
  timestampFromDate(new Date(Date.now() + (ENDS.includes(localName) ? DAYS_30_MS : 0)));

function wrapped(value: unknown, only: DescField | undefined): unknown {
  return value === undefined || !only ? undefined : { [only.localName]: value };
}

async function listOf(field: DescField & { fieldKind: 'list' }, scene: Scene, build?: Build): Promise<unknown> {
  if (build) return build(scene);
  if (field.listKind === 'message') return [await valuesOf(field.message, scene)];
  return field.listKind === 'enum' ? [field.enum.values[1]?.number] : [plainValue(field.scalar)];
}

function plainValue(scalar: ScalarType): unknown {
  switch (scalar) {
    case ScalarType.STRING:
      return 'text';
    case ScalarType.BOOL:
      return true;
    case ScalarType.INT64:
    case ScalarType.UINT64:
      return 1n;
    default:
      return 1;
  }
}
