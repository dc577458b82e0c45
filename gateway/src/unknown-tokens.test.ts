import { setImmediate as nextTurn } from 'node:timers/promises';
import { UnknownTokens } from './unknown-tokens.ts';

const never = new AbortController().signal;

function unknownTokens() {
  let made = 0;
  const tokens = new UnknownTokens(() => 0);
  const asked: string[] = [];
  const isAsked = async (token: string, address: string) => {
    const before = asked.length;
    await tokens.ask(token, address, never, async () => void asked.push(token));
    return asked.length > before;
  };
  return {
    isAsked,
    async wrong(count: number, address: string) {
      for (let n = 0; n < count; n += 1) await isAsked(`made-up ${++made}`, address);
    },
    /** How many questions of an address begin at once, of two. */
    async begunAtOnce(address: string): Promise<number> {
      const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
      let begun = 0;
      const question = async () => {
        begun += 1;
        await answered;
        return 'good';
      };
      const both = [1, 2].map((n) => tokens.ask(`good ${n}`, address, never, question));
      await nextTurn();
      const atOnce = begun;
      answer();
      await Promise.all(both);
      return atOnce;
    },
  };
}

test('an address is asked for one after the other once it has sent 20 wrong tokens', async () => {
  const { wrong, begunAtOnce } = unknownTokens();
  await wrong(19, '192.0.2.1');
  expect(await begunAtOnce('192.0.2.1')).toBe(2);
  await wrong(1, '192.0.2.1');
  expect(await begunAtOnce('192.0.2.1')).toBe(1);
  expect(await begunAtOnce('192.0.2.2')).toBe(2);
});

test('so is every address of a network that has sent 60', async () => {
  const { wrong, begunAtOnce } = unknownTokens();
  for (const host of [1, 2, 3]) await wrong(19, `192.0.2.${host}`);
  await wrong(2, '192.0.2.4');
  expect(await begunAtOnce('192.0.2.9')).toBe(2);
  await wrong(1, '192.0.2.4');
  expect(await begunAtOnce('192.0.2.9')).toBe(1);
  expect(await begunAtOnce('198.51.100.9')).toBe(2);
});

test('10,000 wrong tokens are remembered, and of more the first is asked about again', async () => {
  const { isAsked } = unknownTokens();
  const addressOf = (n: number) => `10.${n >> 8}.${n & 255}.1`;
  for (let n = 0; n <= 10_000; n += 1) await isAsked(`t${n}`, addressOf(n));
  expect(await isAsked('t2', addressOf(2))).toBe(false);
  expect(await isAsked('t0', addressOf(0))).toBe(true);
});
