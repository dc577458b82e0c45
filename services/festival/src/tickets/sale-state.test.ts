import { saleStateOf } from './sale-state.ts';

const now = new Date('2027-03-01T12:00:00Z');
const [before, after] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)];
const open = { withdrawn: false, saleStart: null, saleEnd: null };
const event = { status: 'PUBLISHED' as const, festivalActive: true, sellingTickets: true, endTime: after };

test.each([
  ['without a sale of its own, until the event ends', {}, [{}], 'ON_SALE'],
  ['from the start of the sale on', { saleStart: now }, [{}], 'ON_SALE'],
  ['before the start of the sale', { saleStart: after }, [{}], 'NOT_YET'],
  ['before the end of the sale', { saleEnd: after }, [{}], 'ON_SALE'],
  ['at the end of the sale', { saleEnd: now }, [{}], 'OVER'],
  ['after an end that was before the start', { saleStart: after, saleEnd: before }, [{}], 'OVER'],
  ['of an event that ends now', {}, [{ endTime: now }], 'OVER'],
  ['of a pass of which one event is left', {}, [{ endTime: before }, {}], 'ON_SALE'],
  ['of a pass of which all events are over', {}, [{ endTime: before }, { endTime: before }], 'OVER'],
  ['that are withdrawn', { withdrawn: true }, [{}], 'NOT_SOLD'],
  ['of no event', {}, [], 'NOT_SOLD'],
  ['of a cancelled event', {}, [{ status: 'CANCELLED' }], 'NOT_SOLD'],
  ['of an organization that is not active', {}, [{ festivalActive: false }], 'NOT_SOLD'],
  ['of a pass of which one event sells no tickets', {}, [{}, { sellingTickets: false }], 'NOT_SOLD'],
] as const)('tickets %s [TIC-05:sale]', (_, type, events, state) => {
  const all = events.map((changes) => ({ ...event, ...changes }));
  expect(saleStateOf({ ...open, ...type }, all, now)).toBe(state);
});
