import { create, toBinary } from '@bufbuild/protobuf';
import { EnvelopeSchema } from '@marquee/contracts/events/v1/envelope_pb';
import { newId } from '@marquee/data/ids';
import { isEventType, NotAnEventError, openEnvelope } from './foreign-messages.ts';

const TYPE = 'events.v1.FilmRated';

test('a message is opened when its envelope says of it what the bus says, and otherwise both are named', () => {
  const id = newId();
  const body = toBinary(EnvelopeSchema, create(EnvelopeSchema, { id, type: TYPE }));
  const message = { topic: 'film', key: 'heat', id, type: TYPE, body };
  expect(openEnvelope(message)).toMatchObject({ id, type: TYPE });
  const said = (changed: Partial<typeof message>) => {
    try {
      return openEnvelope({ ...message, ...changed });
    } catch (error) {
      expect(error).toBeInstanceOf(NotAnEventError);
      return (error as Error).message;
    }
  };
  expect(said({ type: 'events.v1.FilmShown' })).toContain(
    `sent as "events.v1.FilmShown" ${id}, and its envelope holds a "${TYPE}"`,
  );
  expect(said({ id: 'other' })).toContain(`sent as "${TYPE}" other, and its envelope holds the event "${id}"`);
  expect(said({ body: Buffer.from('no envelope') })).toContain('its envelope cannot be read');
});

test('a type is that of an event by its name', () => {
  const types = [TYPE, 'events.v12.A', 'events.v1.filmRated', 'other.v1.FilmRated', ''];
  expect(types.map(isEventType)).toEqual([true, true, false, false, false]);
});
