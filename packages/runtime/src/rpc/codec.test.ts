import { create } from '@bufbuild/protobuf';
import { CrewService } from '@marquee/contracts/film/v1/crew_pb';
import { ReviewService } from '@marquee/contracts/film/v1/reviews_pb';
import { ProfileService } from '@marquee/contracts/identity/v1/profile_pb';
import { RealtimeService, SubscribeResponseSchema } from '@marquee/contracts/realtime/v1/realtime_pb';
import { codecOf } from './codec.ts';

test('a method has one codec, whose messages survive it', () => {
  const method = ProfileService.method.getCurrentUser;
  const codec = codecOf(method);
  expect(codecOf(method)).toBe(codec);
  expect(codec.path).toBe('/identity.v1.ProfileService/GetCurrentUser');
  const response = codec.decodeResponse(codec.encodeResponse({ user: { firstName: 'Agnès' } }));
  expect(response).toMatchObject({ user: { firstName: 'Agnès' } });
});

test('a message that goes out on many streams is encoded once, the answer of a call each time', () => {
  const streamed = create(SubscribeResponseSchema);
  const { encodeResponse } = codecOf(RealtimeService.method.subscribe);
  expect(encodeResponse(streamed)).toBe(encodeResponse(streamed));
  const answer = { user: { firstName: 'Agnès' } };
  const once = codecOf(ProfileService.method.getCurrentUser);
  expect(once.encodeResponse(answer)).not.toBe(once.encodeResponse(answer));
});

test('ids of a request are read in small letters, wherever they stand, and other texts as they are', () => {
  const id = '01890A5D-AC96-774B-BCCE-B302099A8057';
  const review = codecOf(ReviewService.method.rateFilm);
  expect(
    review.decodeRequest(review.encodeRequest({ filmId: id, requestId: id, message: id, rating: 5 })),
  ).toMatchObject({ filmId: id.toLowerCase(), requestId: id.toLowerCase(), message: id });
  const order = codecOf(CrewService.method.orderCrew);
  expect(order.decodeRequest(order.encodeRequest({ crewIds: [id, 'another'] }))).toMatchObject({
    crewIds: [id.toLowerCase(), 'another'],
  });
});
