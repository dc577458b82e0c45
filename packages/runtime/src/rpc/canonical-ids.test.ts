import { create, createFileRegistry, type DescMessage, fromJson, type Message, toJson } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { canonicalIds } from './canonical-ids.ts';

const [SMALL, LARGE] = ['0199f3a0-0000-7000-8000-00000000000a', '0199F3A0-0000-7000-8000-00000000000A'];

/** A message with every kind of field that may hold an id, and others of its kind. */
function thing(): DescMessage {
  const field = (name: string, number: number, more: object = {}) => {
    const jsonName = name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
    return { name, jsonName, number, type: 'TYPE_STRING', label: 'LABEL_OPTIONAL', ...more };
  };
  const [many, other] = [{ label: 'LABEL_REPEATED' }, { type: 'TYPE_MESSAGE', typeName: '.test.Thing' }];
  const at = { type: 'TYPE_MESSAGE', typeName: '.google.protobuf.Timestamp' };
  const file = fromJson(FileDescriptorProtoSchema, {
    ...{ name: 'thing.proto', package: 'test', syntax: 'proto3', dependency: ['google/protobuf/timestamp.proto'] },
    messageType: [
      {
        name: 'Thing',
        field: [
          ...[field('id', 1), field('film_id', 2), field('person_ids', 3, many), field('title', 4), field('paid', 5)],
          ...[field('inner', 6, other), field('others', 7, { ...other, ...many }), field('titles', 8, many)],
          ...[field('account_id', 9, { oneofIndex: 0 }), field('by_thing', 10, { ...other, oneofIndex: 0 })],
          ...[field('row_id', 11, { type: 'TYPE_INT32' }), field('at', 12, at)],
        ],
        oneofDecl: [{ name: 'owner' }],
      },
    ],
  });
  const timestamps = fromJson(FileDescriptorProtoSchema, {
    ...{ name: 'google/protobuf/timestamp.proto', package: 'google.protobuf', syntax: 'proto3' },
    messageType: [{ name: 'Timestamp', field: [field('seconds', 1, { type: 'TYPE_INT64' })] }],
  });
  const found = createFileRegistry(create(FileDescriptorSetSchema, { file: [timestamps, file] })).getMessage(
    'test.Thing',
  );
  if (!found) throw new Error('there is no such message');
  return found;
}

const schema = thing();
const canonical = (json: object) => {
  const message: Message = fromJson(schema, json as never);
  canonicalIds(schema, message);
  return toJson(schema, message);
};

test.each([
  ['a field', { id: LARGE, filmId: LARGE }, { id: SMALL, filmId: SMALL }],
  ['a list', { personIds: [LARGE, 'Ada', SMALL] }, { personIds: [SMALL, 'Ada', SMALL] }],
  ['a message within', { inner: { filmId: LARGE } }, { inner: { filmId: SMALL } }],
  ['a list of messages', { others: [{ id: LARGE }, { id: SMALL }] }, { others: [{ id: SMALL }, { id: SMALL }] }],
  ['one of several', { accountId: LARGE }, { accountId: SMALL }],
  ['a message that is one of several', { byThing: { id: LARGE } }, { byThing: { id: SMALL } }],
  ['a message in a message in a list', { others: [{ inner: { id: LARGE } }] }, { others: [{ inner: { id: SMALL } }] }],
])('an id in %s is written in small letters', (_what, given, expected) => {
  expect(canonical(given)).toEqual(expected);
});

test('what is no id stays as it is', () => {
  for (const other of [{ title: LARGE, titles: [LARGE], paid: LARGE }, { id: 'Ada' }, { rowId: 7 }, { filmId: '' }]) {
    expect(canonical(other)).toEqual(toJson(schema, fromJson(schema, other as never)));
  }
  expect(canonical({ id: LARGE, at: '2026-11-20T12:00:00Z' })).toMatchObject({ id: SMALL });
});
