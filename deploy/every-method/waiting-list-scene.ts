import { newId } from '@marquee/data/ids';
import * as ticketOrders from '@marquee/festival/checkout/ticket-orders';
import { serviceNamed } from './running-services.ts';
import type { Scene } from './scene.ts';

const HOUR_MS = 3_600_000;
/** As many as the sale of the scene has. */
const UNITS = 10;

/** What the names of its fields do not say of a valid request about waiting lists. */
export const waitingListRequests = {
  'festival.v1.WaitingListService/JoinWaitingList': {
    why: 'somebody else holds all tickets of the type',
    values: async (scene: Scene) => {
      const { typeId } = await scene.ticketSale();
      const [id, createdAt] = [newId(), new Date()];
      const heldUntil = new Date(createdAt.getTime() + HOUR_MS);
      const order = {
        id,
        accountId: newId(),
        typeId,
        quantity: UNITS,
        unitPrice: 0n,
        amount: 0n,
        createdAt,
        heldUntil,
      };
      await serviceNamed('festival').platform.db.transaction((tx) =>
        ticketOrders.hold(tx, { ...order, state: 'HELD' }),
      );
      return { ticketTypeId: typeId };
    },
  },
  'festival.v1.WaitingListService/LeaveWaitingList': {
    why: 'the type is one that is sold',
    values: async (scene: Scene) => ({ ticketTypeId: (await scene.ticketSale()).typeId }),
  },
};
