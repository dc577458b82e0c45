import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type Client, Code, ConnectError } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-web';
import { type DoorScan, DoorService, type SyncDoorResponse } from '@marquee/contracts/festival/v1/door_pb';
import { DOOR_LIMITS } from '@marquee/rules/doors';
import { toApiError } from '../../api/call-error.ts';
import { createServiceClient } from '../../api/service-client.ts';
import { type DoorStore, type KeptDoor, type KeptScan, keepAnswer, readDoor, waitingScans } from './door-store.ts';

const TIMEOUT_MS = 15_000;
/** More than an event has: what ends a loop that would not end. */
const ROUNDS_MAX = 1_000;

/** DONE: the server knows all. LATER: it did not answer. REFUSED: it takes nothing from this device any more. */
export type SyncResult = 'DONE' | 'LATER' | 'REFUSED';

let doors: Client<typeof DoorService> | undefined;
/** Without the session of who opened the door: a door proves itself. */
function doorClient(): Client<typeof DoorService> {
  doors ??= createServiceClient(
    DoorService,
    createConnectTransport({
      ...{ baseUrl: '/rpc', useBinaryFormat: true, defaultTimeoutMs: TIMEOUT_MS },
      fetch: (input, init) => fetch(input, { ...init, credentials: 'omit' }),
    }),
    (error) => error,
  );
  return doors;
}

/** Sends what waits and keeps what is new, until there is nothing more of either. */
export async function syncDoor(store: DoorStore): Promise<SyncResult> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const door = await readDoor(store);
    if (!door) return 'DONE';
    const waiting = await waitingScans(store, DOOR_LIMITS.scansPerSyncMax);
    const sentAt = Date.now();
    try {
      const answer = await doorClient().syncDoor(requestOf(door, waiting));
      await keepAnswer(store, heardOf(door, answer, (sentAt + Date.now()) / 2));
      if (!answer.more && waiting.length < DOOR_LIMITS.scansPerSyncMax) return 'DONE';
    } catch (error) {
      const { code, reason } = toApiError(error);
      if (!isFinal(error)) return 'LATER';
      await keepAnswer(store, { ...NOTHING, door: { id: door.id, refusal: reason || String(code) } });
      return 'REFUSED';
    }
  }
  return 'LATER';
}

const NOTHING = { keptIds: [], refusedIds: [], scans: [], changes: undefined };
const FINAL = new Set([Code.NotFound, Code.PermissionDenied, Code.FailedPrecondition]);
const isFinal = (error: unknown) => FINAL.has(ConnectError.from(error).code);

const requestOf = ({ id: doorId, credential, scansAfter, changesState }: KeptDoor, waiting: readonly KeptScan[]) => ({
  ...{ doorId, credential, scansAfter, changesState },
  scans: waiting.flatMap(({ id, waiting: sent }) =>
    sent
      ? { id, code: sent.code, doorTime: timestampFromDate(new Date(sent.doorTime)), offsetMs: BigInt(sent.offsetMs) }
      : [],
  ),
});

/** `askedAt` is the middle between question and answer, by this device's clock: about when the server read its own. */
function heardOf(door: KeptDoor, answer: SyncDoorResponse, askedAt: number) {
  const { event, publicKey, changesState, serverTime, admitted, tickets, shutOutDoorIds } = answer;
  const last = answer.scans.at(-1)?.number;
  return {
    keptIds: answer.keptIds,
    refusedIds: answer.refused.map(({ id }) => id),
    scans: answer.scans.map(keptScan),
    changes: changesState === door.changesState ? undefined : answer.changes.map(keptChange),
    door: {
      ...{ id: door.id, publicKey, changesState, admitted, tickets, shutOutDoorIds },
      ...{ scansAfter: last ?? door.scansAfter, syncedAt: Date.now(), refusal: '' },
      ...(serverTime && { offsetMs: Math.round(timestampDate(serverTime).getTime() - askedAt) }),
      ...(event && { eventName: event.name, timeZone: event.timeZone }),
    },
  };
}

const keptScan = ({ id, userTicketId, generation, scannedAt, doorId, doorName }: DoorScan): KeptScan => ({
  ...{ id, userTicketId, generation, doorId, doorName },
  at: scannedAt ? timestampDate(scannedAt).getTime() : 0,
});

const keptChange = ({ userTicketId, generation, valid }: SyncDoorResponse['changes'][number]) => ({
  ...{ userTicketId, generation, valid },
});
