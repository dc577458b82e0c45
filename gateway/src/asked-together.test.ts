import { eventually } from '@marquee/testing/eventually';
import { askedTogether } from './asked-together.ts';

function asker(most = 100) {
  const questions: { about: number[]; answer: PromiseWithResolvers<number[]> }[] = [];
  const ask = askedTogether(most, (about: number[]) => {
    const answer = Promise.withResolvers<number[]>();
    questions.push({ about, answer });
    return answer.promise;
  });
  const reply = (n: number) => {
    const { about, answer } = questions[n] as (typeof questions)[number];
    answer.resolve(about.map((each) => 10 * each));
  };
  return { ask, reply, questions, asked: () => questions.map(({ about }) => about) };
}

test('what comes while a question is on its way is asked at once, and each has its own answer', async () => {
  const { ask, reply, asked } = asker();
  const first = ask(1);
  await eventually(() => expect(asked()).toEqual([[1]]));
  const more = [ask(2), ask(3), ask(4)];
  reply(0);
  expect(await first).toBe(10);
  await eventually(() => expect(asked()).toEqual([[1], [2, 3, 4]]));
  reply(1);
  expect(await Promise.all(more)).toEqual([20, 30, 40]);
});

test('a question that is not answered holds the next one up for a moment only', async () => {
  const { ask, reply, asked } = asker();
  const never = ask(1);
  await eventually(() => expect(asked()).toHaveLength(1));
  const next = ask(2);
  await eventually(() => expect(asked()).toEqual([[1], [2]]));
  reply(1);
  expect(await next).toBe(20);
  reply(0);
  expect(await never).toBe(10);
});

test('a question is about no more than it may be, and one that fails fails for those alone that it is about', async () => {
  const { ask, reply, questions, asked } = asker(2);
  const outcomes = Promise.allSettled([ask(1), ask(2), ask(3)]);
  await eventually(() => expect(asked()).toEqual([[1, 2], [3]]));
  questions[0]?.answer.reject(new Error('not there'));
  reply(1);
  const [first, second, third] = await outcomes;
  expect([first?.status, second?.status, third]).toEqual(['rejected', 'rejected', { status: 'fulfilled', value: 30 }]);
  const later = ask(4);
  await eventually(() => expect(asked()).toHaveLength(3));
  reply(2);
  expect(await later).toBe(40);
});
