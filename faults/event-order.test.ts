import { compareOrder } from './event-order.ts';

const event = (id: string, key = 'a film') => ({ id, key });
const problemsOf = (own: string[], onBus: string[]) => {
  const problems: string[] = [];
  compareOrder(
    'film',
    own.map((id) => event(id)),
    onBus.map((id) => event(id)),
    problems,
  );
  return problems;
};

test('an event that is on the bus twice counts once', () => {
  expect(problemsOf(['1', '2'], ['1', '2', '1'])).toEqual([]);
});

test.each([
  ['lacks one', ['1', '2'], ['1']],
  ['has them the other way round', ['1', '2'], ['2', '1']],
])('a bus that %s is reported', (_, own, onBus) => {
  expect(problemsOf(own, onBus)).toEqual(['film: the events of a film are missing or in another order on the bus']);
});

test('an event on the bus that no outbox has is reported, whether its aggregate is known or not', () => {
  expect(problemsOf(['1'], ['1', '2'])).toContain('film: 2 of a film is on the bus and in no outbox');
  expect(problemsOf([], ['1'])).toEqual(['film: 1 of a film is on the bus and in no outbox']);
});
