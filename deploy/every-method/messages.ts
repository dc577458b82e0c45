import type { DescMethod } from '@bufbuild/protobuf';
import { accessOf } from '@marquee/contracts/access';
import { Audience } from '@marquee/contracts/access/v1/access_pb';
import serverMessages from '@marquee/rules/server-messages' with { type: 'json' };
import type { RpcError } from '@marquee/testing/client-for';

const LISTED = new Set(serverMessages);
/** Who reads them in English only: staff, and nobody. */
const IN_ENGLISH = [Audience.STAFF, Audience.SERVICE];
const unlisted = new Map<string, string>();

/** Notes what a method answered that no page could say in another language. */
export function noteMessages(method: DescMethod, { message, text, fields }: RpcError): void {
  const audience = accessOf(method)?.audience;
  if (audience === undefined || IN_ENGLISH.includes(audience)) return;
  const worded = text || message;
  for (const id of [worded, ...fields.map((field) => field.message)]) {
    if (!LISTED.has(id)) unlisted.set(id, method.name);
  }
}

/** Everything that methods have refused so far. */
export function testMessages(): void {
  test('every refusal of a method for viewers is in the list that the web app has in every language [SET-07:messages]', () => {
    expect(Object.fromEntries(unlisted)).toEqual({});
  });
}
