import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { isServiceOnly } from '@marquee/contracts/access';
import { allServices, contractRegistry, ownerOf } from '@marquee/contracts/services';
import { methodTable } from './method-table.ts';

const services = allServices();
const methods = methodTable({
  ...{ services, calleeOf: ownerOf, isServiceOnly, requestBytesMax: () => 1, registry: contractRegistry() },
  // Nothing is sent.
  routes: Object.fromEntries(services.map(({ typeName }) => [typeName, '127.0.0.1:1'])),
});
afterAll(() => {
  for (const { upstream } of methods.values()) upstream.client.close();
});

const BODIES = [null, true, 7, 'text', []];

function wrongScalars(scalar: ScalarType): unknown[] {
  if (scalar === ScalarType.STRING) return [7, true, {}, []];
  if (scalar === ScalarType.BYTES) return [7, true, {}, '%'];
  if (scalar === ScalarType.BOOL) return [1, 'true', {}];
  return ['text', true, {}, []];
}

/** Values of another type than the field's, at any depth. */
function wrongValues(field: DescField, within: readonly DescMessage[]): unknown[] {
  if (field.fieldKind === 'list') {
    const entries =
      field.listKind === 'scalar' ? wrongScalars(field.scalar) : wrongOf(field.listKind, field.message, within);
    return [7, 'text', {}, ...entries.map((entry) => [entry])];
  }
  if (field.fieldKind === 'map') return [7, 'text', []];
  return field.fieldKind === 'scalar' ? wrongScalars(field.scalar) : wrongOf(field.fieldKind, field.message, within);
}

function wrongOf(
  kind: 'enum' | 'message',
  message: DescMessage | undefined,
  within: readonly DescMessage[],
): unknown[] {
  if (kind === 'enum' || !message) return ['NO_SUCH_CONSTANT', true, {}, []];
  const isTime = message.typeName === 'google.protobuf.Timestamp';
  const inner = isTime || within.includes(message) ? [] : wrongRequests(message, within);
  return [7, true, 'text', [], ...inner];
}

function wrongRequests(message: DescMessage, within: readonly DescMessage[] = []): object[] {
  return message.fields.flatMap((field) =>
    wrongValues(field, [...within, message]).map((wrong) => ({ [field.jsonName]: wrong })),
  );
}

test('JSON of another type than the contract has is invalid, in every field of every method [SYS-01:json]', () => {
  const accepted: string[] = [];
  let refused = 0;
  for (const [name, { method, requestFromJson }] of methods) {
    for (const body of [...BODIES, ...wrongRequests(method.input)]) {
      const json = JSON.stringify(body);
      try {
        requestFromJson(json);
        accepted.push(`${name} ${json}`);
      } catch (error) {
        expect(error).toBeInstanceOf(ConnectError);
        expect([name, json, (error as ConnectError).code]).toEqual([name, json, Code.InvalidArgument]);
        refused += 1;
      }
    }
  }
  expect(accepted).toEqual([]);
  expect(refused).toBeGreaterThan(methods.size * BODIES.length);
});
