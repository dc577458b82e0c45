import { Code } from '@connectrpc/connect';
import { DeliveryService } from '@marquee/contracts/notification/v1/delivery_pb';
import { signalRevocation } from '@marquee/runtime/revocations';
import { clientFor } from '@marquee/testing/client-for';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { notificationService, signInLink } from './testing/notification-service.ts';

test('a session that was revoked lists nothing, by the token that it still has', async () => {
  const { service, signals, clock } = await notificationService();
  const staff = viewers.staff();
  const list = () => clientFor(service, DeliveryService, staff).listDeliveries({});
  await expect(list()).resolves.toMatchObject({ deliveries: [] });
  signalRevocation(signals, { sessionId: staff.sessionId }, clock.now());
  await eventually(() => expect(list()).rejects.toMatchObject({ code: Code.Unauthenticated }));
});

test('the end of the service leaves no connection to its neighbours open', async () => {
  const { service, issue, invite, deliveries, connections } = await notificationService();
  await issue(signInLink('noor@example.com'));
  await invite({ email: 'ana@example.com', filmId: 'film-1', filmTitle: 'Low Tide', credit: 'Sound' });
  await eventually(async () => expect((await deliveries()).map(({ state }) => state)).toEqual(['SENT', 'SENT']));
  expect(connections()).toBe(2);
  await service.drain();
  await eventually(() => expect(connections()).toBe(0));
});
