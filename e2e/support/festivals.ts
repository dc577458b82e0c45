import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { idOf, type Member, newMaker, newStaff } from './films.ts';
import { call } from './people.ts';

const HOUR_MS = 3_600_000;

export type Ticket = { eventId: string; userTicketId: string; code: string };

/** A moment in so many hours, as requests have it. */
export const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** A call of festival's that changes something, as somebody. */
export const askFestival = <T>(by: Member, url: string, method: string, body: object): Promise<T> =>
  call<T>(by.api, url, `festival.v1.${method}`, { requestId: randomUUID(), ...body });

/** An enabled organization of a new director, and the calls of festival's that its director makes. */
export async function newFestival(url: string, name = 'Doors of Light') {
  const director = await newMaker(url, { firstName: 'Ines', lastName: 'Duarte' });
  const ask = <T>(method: string, body: object, by = director) => askFestival<T>(by, url, method, body);
  await call(director.api, url, 'identity.v1.ProfileService/UpdateProfile', {
    ...{ requestId: randomUUID(), talents: { talents: ['Festival Director'] } },
  });
  const { organization } = await ask<{ organization: { id: string } }>('OrganizationService/CreateOrganization', {
    ...{ name, type: 'ORGANIZATION_TYPE_FILM_FESTIVAL', description: 'Films behind doors.' },
  });
  const festivalId = organization.id;
  const staff = await newStaff(url, undefined, 'SUPER_USER');
  const enabled = { festivalId, status: 'ORGANIZATION_STATUS_ACTIVE', organizationDirectorContractYears: 1 };
  await ask('OrganizationBackOfficeService/SetOrganizationStatus', enabled, staff);
  return { director, festivalId, ask };
}

/** An event today with free tickets, or with `offer`, of an enabled organization whose director is new. */
export async function newEvent(
  url: string,
  { festival, event: name = 'Opening night' }: { festival?: string; event?: string } = {},
  offer: object = {},
) {
  const { director, festivalId, ask } = await newFestival(url, festival);
  const { event } = await ask<{ event: { id: string } }>('ProgrammeDeskService/CreateEvent', {
    ...{ festivalId, name, eventVirtual: true, sellingTickets: true, timeZone: 'Europe/Lisbon' },
    ...{ startTime: inHours(1), endTime: inHours(3) },
  });
  const eventId = event.id;
  await ask('ProgrammeDeskService/PublishEvent', { eventId });
  const { type } = await ask<{ type: { type: { id: string } } }>('TicketTypeService/CreateTicketType', {
    ...{ festivalId, eventIds: [eventId], name: 'Guest', price: '0', quantity: 20, limitPerCustomer: 10, ...offer },
  });
  const ticketTypeId = type.type.id;
  /** One more free ticket, of the director or somebody else. */
  const ticket = async ({ api }: Member = director): Promise<Ticket> => {
    const body = { orderId: randomUUID(), ticketTypeId, quantity: 1, price: '0' };
    type Opened = { order: { tickets: { userTicketId: string }[] } };
    const plain = <T>(method: string, of: object) => call<T>(api, url, `festival.v1.${method}`, of);
    const { order } = await plain<Opened>('TicketCheckoutService/OpenTicketOrder', body);
    const userTicketId = order.tickets[0]?.userTicketId ?? '';
    const got = await plain<{ code: string }>('TicketService/GetOwnTicket', { eventId, userTicketId });
    return { eventId, userTicketId, code: got.code };
  };
  return { director, festivalId, eventId, ticketTypeId, ask, ticket };
}

/** A call of festival's as the director, or as somebody else. */
export type Ask = Awaited<ReturnType<typeof newFestival>>['ask'];

/** An open call of a festival with one category, whose films are judged by one criterion. */
export async function newCall(ask: Ask, festivalId: string, title: string, fee = '0') {
  const category = { id: '', name: 'Short fiction', earlyFee: fee, regularFee: fee, lateFee: fee };
  type Saved = { call: { id: string; categories: { id: string }[] } };
  const { call: saved } = await ask<Saved>('CallService/SaveCall', {
    ...{ festivalId, title, timeZone: 'Europe/Lisbon', regularEndsAt: inHours(96), categories: [category] },
  });
  const callId = saved.id;
  await ask('CallService/OpenCall', { callId });
  await ask('JudgingDeskService/SaveRubric', {
    ...{ callId, scale: 5, criteria: [{ id: '', name: 'Story', weight: 1 }], notesAudience: 'NOTES_AUDIENCE_DESK' },
  });
  return { callId, categoryId: saved.categories[0]?.id ?? '' };
}

/** Invites somebody to judge a call; gives the id of the judge. */
export async function inviteJudge(ask: Ask, url: string, callId: string, judge: Member): Promise<string> {
  const personId = await idOf(judge, url);
  let judgeId = '';
  // Festival learns of people by events.
  await expect(async () => {
    const invited = await ask<{ judge: { id: string } }>('JudgingDeskService/InviteJudge', { callId, personId });
    judgeId = invited.judge.id;
  }).toPass();
  return judgeId;
}

type Block = { url: string; by: Member; eventId: string; filmId: string };

/** A block of an event with a film, by an ADMIN, who chooses from all films; gives its id. */
export async function newBlock({ url, by, eventId, filmId }: Block): Promise<string> {
  const ask = <T>(method: string, body: object) => askFestival<T>(by, url, method, { eventId, ...body });
  type Planned = { event: { blocks: { id: string }[] } };
  const { event } = await ask<Planned>('ProgrammeDeskService/SaveBlock', { name: 'Shorts after midnight' });
  const blockId = event.blocks[0]?.id ?? '';
  await ask('ProgrammeDeskService/SaveBlockFilm', { blockId, filmId });
  return blockId;
}
