import { create } from '@bufbuild/protobuf';
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
