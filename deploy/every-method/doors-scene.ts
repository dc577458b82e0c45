import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { newId } from '@marquee/data/ids';
import { newCredential } from '@marquee/festival/doors/door-credentials';
import * as doors from '@marquee/festival/doors/doors';
import { createTicketCodes } from '@marquee/festival/tickets/ticket-codes';
import { serviceNamed } from './running-services.ts';

type Ticket = { eventId: string; userTicketId: string };

/** Doors of events of one caller, each made when a request first names it. */
export function doorsScene({
  named,
  once,
  userTicket,
}: {
  named: (id: string) => string;
  once: <T>(make: () => Promise<T>) => () => Promise<T>;
  /** A ticket to an event whose organization the caller directs. */
  userTicket: () => Promise<Ticket>;
}) {
  /** A door of the event that the ticket is to. */
  const door = once(async () => {
    const [{ eventId }, id, { credential, credentialHash }] = [await userTicket(), named(newId()), newCredential()];
    const row = { id, eventId, name: 'Main door', credentialHash, openedBy: newId(), openedAt: new Date() };
    await serviceNamed('festival').platform.db.transaction((tx) => doors.insert(tx, row));
    return { id, credential };
  });
  /** What a door keeps of a ticket that it has let in. */
  const newScan = async () => {
    const codes = createTicketCodes(String(serviceNamed('festival').config.TICKET_KEY));
    const code = codes.codeOf({ ...(await userTicket()), generation: 1 });
    return { id: crypto.randomUUID(), code, doorTime: timestampFromDate(new Date()), offsetMs: 0n };
  };
  return { door, newScan };
}
