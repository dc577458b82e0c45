import { setImmediate as nextTurn } from 'node:timers/promises';
import { Overloaded } from './overloaded.ts';
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

test('a wrong token is not asked about again for ten seconds, unless it may be good from now on', async () => {
  let now = 0;
  const tokens = new UnknownTokens(() => now);
  let asked = 0;
  const ask = async (answer?: string) =>
    tokens.ask('made-up', '192.0.2.1', never, async () => {
      asked += 1;
      return answer;
    });
  expect([await ask(), await ask('good'), asked]).toEqual([undefined, undefined, 1]);
  now = 9_999;
  expect([await ask('good'), asked]).toEqual([undefined, 1]);
  now = 10_000;
  expect([await ask('good'), asked]).toEqual(['good', 2]);
  await ask();
  tokens.forget('made-up');
  expect([await ask('good'), asked]).toEqual(['good', 4]);
});

test('16 questions are asked at once, and the next when one has its answer', async () => {
  const tokens = new UnknownTokens(() => 0);
  const answers: (() => void)[] = [];
  const asks = Array.from({ length: 18 }, (_, n) =>
    tokens.ask(
      `t${n}`,
      `10.0.${n}.1`,
      never,
      () => new Promise<string>((resolve) => answers.push(() => resolve('good'))),
    ),
  );
  await nextTurn();
  expect(answers).toHaveLength(16);
  answers[0]?.();
  await nextTurn();
  expect(answers).toHaveLength(17);
  for (const answer of answers) answer();
  await nextTurn();
  answers.at(-1)?.();
  expect(await Promise.all(asks)).toEqual(Array(18).fill('good'));
});

test('of a network that sent many wrong tokens eight questions wait, and more are refused until one is over', async () => {
  const tokens = new UnknownTokens(() => 0);
  for (let n = 0; n < 60; n += 1) await tokens.ask(`made-up ${n}`, `192.0.2.${n % 4}`, never, async () => undefined);
  const answers: (() => void)[] = [];
  const ask = (n: number, address = `192.0.2.${n}`) =>
    tokens.ask(`t${n}`, address, never, () => new Promise<string>((resolve) => answers.push(() => resolve('good'))));
  const held = Array.from({ length: 8 }, (_, n) => ask(100 + n));
  await nextTurn();
  expect(answers).toHaveLength(1);
  await expect(ask(200)).rejects.toBeInstanceOf(Overloaded);
  const other = ask(201, '198.51.100.1');
  await nextTurn();
  expect(answers).toHaveLength(2);
  answers[0]?.();
  expect(await held[0]).toBe('good');
  const next = ask(200);
  await expect(ask(202)).rejects.toBeInstanceOf(Overloaded);
  for (let done = 0; done < 10; done += 1) {
    await nextTurn();
    answers[done]?.();
  }
  expect(await Promise.all([...held, other, next])).toEqual(Array(10).fill('good'));
});
