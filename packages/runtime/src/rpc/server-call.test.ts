import { EventEmitter } from 'node:events';
import { Metadata } from '@grpc/grpc-js';
import { RealtimeService } from '@marquee/contracts/realtime/v1/realtime_pb';
import { silentLog } from '@marquee/testing/silent-log';
import { type GrpcCall, ServerCall } from './server-call.ts';

function incoming() {
  const grpcCall = Object.assign(new EventEmitter(), {
    metadata: new Metadata(),
    cancelled: false,
    getDeadline: () => Number.POSITIVE_INFINITY,
    sendMetadata: () => {},
  });
  const call = new ServerCall(RealtimeService.method.subscribe, silentLog, grpcCall as GrpcCall);
  const cancel = () => {
    grpcCall.cancelled = true;
    grpcCall.emit('cancelled');
  };
  return { call, cancel, listeners: () => grpcCall.listenerCount('cancelled') };
}

test('all that wait for the end of a call hear of it by one listener, but for those that no longer do', () => {
  const { call, cancel, listeners } = incoming();
  const heard: number[] = [];
  const stops = Array.from({ length: 30 }, (_, index) => call.onCancel(() => heard.push(index)));
  for (const stop of stops.slice(0, 27)) stop();
  expect(listeners()).toBe(1);
  cancel();
  call.onCancel(() => heard.push(30));
  expect(heard).toEqual([27, 28, 29, 30]);
});

test('the end of a call that has finished is no cancellation', () => {
  const { call, cancel } = incoming();
  const heard: string[] = [];
  call.onCancel(() => heard.push('before'));
  call.finish(0);
  cancel();
  call.onCancel(() => heard.push('after'));
  expect([heard, call.cancelled]).toEqual([[], false]);
});
