import { type AddTextTrackRequest, TextTrackKind } from '@marquee/contracts/media/v1/media_pb';

/** A request to add a track; an unknown kind is refused by its schema. */
export function addTextTrackInput(request: AddTextTrackRequest) {
  return { ...request, kind: TextTrackKind[request.kind] };
}
