import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Timestamp, timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type CallSchema,
  CallState,
  DeadlineKind,
  type DeskCallSchema,
  type SaveCallRequest,
  type WaiverSchema,
} from '@marquee/contracts/festival/v1/calls_pb';
import { SALES_CURRENCY } from '@marquee/rules/payments';
import { closesAt, deadlineAt } from '@marquee/rules/submissions';
import type { Clock } from '@marquee/runtime/clock';
import type { DeskCall, ShownCall } from './calls.ts';
import type { Waiver } from './waivers.ts';

const timeOf = (date: Date | null): Timestamp | undefined => (date ? timestampFromDate(date) : undefined);

/** How a call stands at a moment: one that is open is closed by the clock. */
function stateAt(call: ShownCall, now: Date): CallState {
  return call.state === 'OPEN' && !deadlineAt(call, now) ? CallState.CLOSED : CallState[call.state];
}

export function callMessage(call: ShownCall, now: Date): MessageInitShape<typeof CallSchema> {
  const { id, festivalId, festivalName, title, description, projectTypes, minutesMax, countries, timeZone } = call;
  const deadline = call.state === 'OPEN' ? deadlineAt(call, now) : undefined;
  return {
    ...{ id, festivalId, festivalName, title, description, projectTypes, minutesMax, countries, timeZone },
    ...{ festivalUrl: call.festivalUrl ?? '', state: stateAt(call, now), version: call.version },
    ...{ earlyEndsAt: timeOf(call.earlyEndsAt), regularEndsAt: timeOf(call.regularEndsAt) },
    ...{ lateEndsAt: timeOf(call.lateEndsAt), closesAt: timeOf(closesAt(call)) },
    categories: call.categories.map(({ id: categoryId, name, earlyFee, regularFee, lateFee, studentFee }) => ({
      ...{ id: categoryId, name, earlyFee, regularFee, lateFee },
      ...(studentFee !== null && { studentFee }),
    })),
    questions: call.questions,
    currency: SALES_CURRENCY,
    deadline: deadline ? DeadlineKind[deadline] : DeadlineKind.UNSPECIFIED,
  };
}

type At = { resources: { clock: Clock } };

export const oneCallMessage = (call: ShownCall, { resources }: At) => ({
  call: callMessage(call, resources.clock.now()),
});

export function deskCallMessage(desk: DeskCall, now: Date): MessageInitShape<typeof DeskCallSchema> {
  const { submitted, undecided, selected, waitlisted, notSelected } = desk;
  return { call: callMessage(desk, now), submitted, undecided, selected, waitlisted, notSelected };
}

export const waiverMessage = (waiver: Waiver): MessageInitShape<typeof WaiverSchema> => {
  const { id, code, percent, usesMax, uses, withdrawn } = waiver;
  return { id, code, percent, usesMax, uses, withdrawn };
};

const dateOf = (time: Timestamp | undefined) => time && timestampDate(time);

/** A request with its times as dates. */
export const callDated = (request: SaveCallRequest) => ({
  ...request,
  earlyEndsAt: dateOf(request.earlyEndsAt),
  regularEndsAt: dateOf(request.regularEndsAt),
  lateEndsAt: dateOf(request.lateEndsAt),
});
