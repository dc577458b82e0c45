import { CallService } from '@marquee/contracts/festival/v1/calls_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import { festivalIdSchema } from '../organizations/get-organization.ts';
import type { FestivalResources } from '../resources.ts';
import { callDated, callMessage, deskCallMessage, oneCallMessage, waiverMessage } from './call-message.ts';
import { cancelCall } from './cancel-call.ts';
import { createWaiver, createWaiverSchema } from './create-waiver.ts';
import { deleteCall } from './delete-call.ts';
import { callIdSchema, getCall } from './get-call.ts';
import { listCalls } from './list-calls.ts';
import { listFestivalCalls } from './list-festival-calls.ts';
import { listWaivers } from './list-waivers.ts';
import { openCall } from './open-call.ts';
import { saveCall, saveCallSchema } from './save-call.ts';
import { setWaiverWithdrawn, setWaiverWithdrawnSchema } from './set-waiver-withdrawn.ts';
import type { Waiver } from './waivers.ts';

const oneWaiverMessage = (waiver: Waiver) => ({ waiver: waiverMessage(waiver) });

export const callRpc = rpc<FestivalResources>()(CallService, {
  listCalls: read(festivalIdSchema, listCalls, (found, { resources }) => ({
    calls: found.map((call) => callMessage(call, resources.clock.now())),
  })),
  getCall: read(callIdSchema, getCall, oneCallMessage),
  listFestivalCalls: read(festivalIdSchema, listFestivalCalls, ({ calls, ...more }, { resources }) => ({
    calls: calls.map((call) => deskCallMessage(call, resources.clock.now())),
    ...more,
  })),
  saveCall: write(saveCallSchema, saveCall, oneCallMessage, { from: callDated }),
  openCall: write(callIdSchema, openCall, oneCallMessage),
  cancelCall: write(callIdSchema, cancelCall, oneCallMessage),
  deleteCall: write(callIdSchema, deleteCall, () => ({})),
  listWaivers: read(callIdSchema, listWaivers, (waivers) => ({ waivers: waivers.map(waiverMessage) })),
  createWaiver: write(createWaiverSchema, createWaiver, oneWaiverMessage),
  setWaiverWithdrawn: write(setWaiverWithdrawnSchema, setWaiverWithdrawn, oneWaiverMessage),
});
