// @requires redis
// @inputs packages/runtime/src/redis
import { eventually } from '@marquee/testing/eventually';
import { connectedTo, type TestRedis, testRedis } from '@marquee/testing/test-redis';
import { waitingRoomsContract } from '../testing/waiting-rooms-contract.ts';
import { RoomsUnavailableError } from '../waiting-rooms.ts';
import { redisWaitingRooms } from './redis-waiting-rooms.ts';

let server: TestRedis;
beforeAll(async () => {
  server = await testRedis();
});

waitingRoomsContract('redis', async () => {
  const [here, there] = [await connectedTo(server), await connectedTo(server)];
  return {
    ...{ here: redisWaitingRooms(here), there: redisWaitingRooms(there) },
    async lose() {
      await here.commands.flushall();
    },
  };
});

test('while Redis is down nobody enters, and afterwards receipts bring the places back', async () => {
  const redis = await connectedTo(server);
  const rooms = redisWaitingRooms(redis);
  const asks = { account: 'a', number: 7, again: false, opensAt: new Date(), now: new Date() };
  await rooms.enter('down', asks);
  await server.stop();
  await expect(rooms.enter('down', asks)).rejects.toBeInstanceOf(RoomsUnavailableError);
  await server.start();
  await eventually(() => redis.isUp());
  expect(await rooms.enter('down', { ...asks, number: 99, kept: 7 })).toMatchObject({ number: 7, place: 1 });
});
