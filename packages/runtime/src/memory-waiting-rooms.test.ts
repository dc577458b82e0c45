import { memoryWaitingRooms } from './memory-waiting-rooms.ts';
import { waitingRoomsContract } from './testing/waiting-rooms-contract.ts';

waitingRoomsContract('memory', async () => {
  let rooms = memoryWaitingRooms();
  const shared = {
    enter: (...args: Parameters<typeof rooms.enter>) => rooms.enter(...args),
    leave: (...args: Parameters<typeof rooms.leave>) => rooms.leave(...args),
    admit: (...args: Parameters<typeof rooms.admit>) => rooms.admit(...args),
  };
  return {
    ...{ here: shared, there: shared },
    async lose() {
      rooms = memoryWaitingRooms();
    },
  };
});
