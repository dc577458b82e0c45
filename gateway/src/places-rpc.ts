import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { PlacesService } from '@marquee/contracts/realtime/v1/places_pb';
import type { Places } from '@marquee/geo/places';
import { implement } from '@marquee/runtime/rpc/serve';

/** Says to staff whether this gateway finds the places of viewers [WAT-03]. */
export function placesRpc({ places }: { places: Pick<Places, 'unreadableSince'> }) {
  return implement(PlacesService, {
    async getPlacesState() {
      const since = await places.unreadableSince();
      return since ? { unreadableSince: timestampFromDate(since) } : {};
    },
  });
}
