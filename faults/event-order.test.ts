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

const LACKS_ONE = 'film: 1 of 3 events of a film are not on the bus';
const OTHER_ORDER = 'film: the events of a film are in another order on the bus';

test.each([
  ['lacks one', ['1', '2', '3'], ['1', '3'], [LACKS_ONE]],
  ['has them the other way round', ['1', '2'], ['2', '1'], [OTHER_ORDER]],
  ['lacks one and has the others the other way round', ['1', '2', '3'], ['3', '1'], [LACKS_ONE, OTHER_ORDER]],
])('a bus that %s is reported, and which of both it is', (_, own, onBus, problems) => {
  expect(problemsOf(own, onBus)).toEqual(problems);
});

test('an event on the bus that no outbox has is reported, whether its aggregate is known or not', () => {
  expect(problemsOf(['1'], ['1', '2'])).toContain('film: 2 of a film is on the bus and in no outbox');
  expect(problemsOf([], ['1'])).toEqual(['film: 1 of a film is on the bus and in no outbox']);
});
