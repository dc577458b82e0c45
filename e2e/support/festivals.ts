import { randomUUID } from 'node:crypto';
import { type Member, newMaker, newStaff } from './films.ts';
import { call } from './people.ts';

const HOUR_MS = 3_600_000;

export type Ticket = { eventId: string; userTicketId: string; code: string };

/** A moment in so many hours, as requests have it. */
export const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** A call of festival's that changes something, as somebody. */
export const askFestival = <T>(by: Member, url: string, method: string, body: object): Promise<T> =>
  call<T>(by.api, url, `festival.v1.${method}`, { requestId: randomUUID(), ...body });

/** An event today with free tickets, of an enabled organization whose director is new. */
export async function newEvent(url: string, names = { festival: 'Doors of Light', event: 'Opening night' }) {
  const director = await newMaker(url, { firstName: 'Ines', lastName: 'Duarte' });
  const ask = <T>(method: string, body: object, by = director) => askFestival<T>(by, url, method, body);
  await call(director.api, url, 'identity.v1.ProfileService/UpdateProfile', {
    ...{ requestId: randomUUID(), talents: { talents: ['Festival Director'] } },
  });
  const { organization } = await ask<{ organization: { id: string } }>('OrganizationService/CreateOrganization', {
    ...{ name: names.festival, type: 'ORGANIZATION_TYPE_FILM_FESTIVAL', description: 'Films behind doors.' },
  });
  const festivalId = organization.id;
  const staff = await newStaff(url, undefined, 'SUPER_USER');
  const enabled = { festivalId, status: 'ORGANIZATION_STATUS_ACTIVE', organizationDirectorContractYears: 1 };
  await ask('OrganizationBackOfficeService/SetOrganizationStatus', enabled, staff);
  const { event } = await ask<{ event: { id: string } }>('ProgrammeDeskService/CreateEvent', {
    ...{ festivalId, name: names.event, eventVirtual: true, sellingTickets: true, timeZone: 'Europe/Lisbon' },
    ...{ startTime: inHours(1), endTime: inHours(3) },
  });
  const eventId = event.id;
  await ask('ProgrammeDeskService/PublishEvent', { eventId });
  const { type } = await ask<{ type: { type: { id: string } } }>('TicketTypeService/CreateTicketType', {
    ...{ festivalId, eventIds: [eventId], name: 'Guest', price: '0', quantity: 20, limitPerCustomer: 10 },
  });
  /** One more ticket of the director. */
  const ticket = async (): Promise<Ticket> => {
    const body = { orderId: randomUUID(), ticketTypeId: type.type.id, quantity: 1, price: '0' };
    type Opened = { order: { tickets: { userTicketId: string }[] } };
    const plain = <T>(method: string, of: object) => call<T>(director.api, url, `festival.v1.${method}`, of);
    const { order } = await plain<Opened>('TicketCheckoutService/OpenTicketOrder', body);
    const userTicketId = order.tickets[0]?.userTicketId ?? '';
    const got = await plain<{ code: string }>('TicketService/GetOwnTicket', { eventId, userTicketId });
    return { eventId, userTicketId, code: got.code };
  };
  return { director, festivalId, eventId, ticket };
}
