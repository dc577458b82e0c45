import { randomUUID } from 'node:crypto';
import { type EnterRoom, RESTORE_MS, type WaitingRooms } from '../waiting-rooms.ts';

export type WaitingRoomsUnderTest = {
  /** The rooms as two processes see them. */
  here: WaitingRooms;
  there: WaitingRooms;
  /** Loses every entry, as a store without a disk does. */
  lose(): Promise<void>;
};

/** The suite that all waiting rooms pass. In memory, two processes are one. */
export function waitingRoomsContract(name: string, open: () => Promise<WaitingRoomsUnderTest>): void {
  describe(name, () => {
    const room = () => randomUUID();
    const start = Date.UTC(2026, 10, 28, 12);
    const at = (ms: number) => new Date(start + ms);
    const asks = (account: string, number: number, more: Partial<EnterRoom> = {}): EnterRoom => ({
      ...{ account, number, again: false, opensAt: at(0), now: at(0) },
      ...more,
    });
    const step = (ms: number, more: object = {}) => ({
      ...{ now: at(ms), rate: 1, insideMax: 100, lifeMs: 60_000, ordered: [] },
      ...more,
    });

    test('one entry an account: a second tab and another process see the same place [TIC-06:entry]', async () => {
      const { here, there } = await open();
      const id = room();
      expect(await here.enter(id, asks('b', 20))).toEqual({ state: 'WAITING', number: 20, place: 1 });
      expect(await there.enter(id, asks('a', 10))).toEqual({ state: 'WAITING', number: 10, place: 1 });
      expect(await there.enter(id, asks('b', 5))).toEqual({ state: 'WAITING', number: 20, place: 2 });
      expect(await here.enter(id, asks('b', 99, { again: true }))).toMatchObject({ number: 20, place: 2 });
      const both = await Promise.all([here, there].map((rooms) => rooms.enter(id, asks('c', 30))));
      expect(both).toEqual([1, 2].map(() => ({ state: 'WAITING', number: 30, place: 3 })));
    });

    test('the lowest numbers are admitted first, as many as rate and room allow', async () => {
      const { here, there } = await open();
      const id = room();
      const numbers = [2 ** 52 + 7, 4, 2 ** 52 - 1, 3, 1];
      for (const number of numbers) await here.enter(id, asks(`n${number}`, number));
      expect(await there.admit(id, step(0, { rate: 2 }))).toMatchObject({
        waiting: 3,
        inside: 2,
        admittedLastMinute: 2,
      });
      expect(await here.enter(id, asks('n1', 1))).toEqual({ state: 'ADMITTED', until: at(60_000) });
      expect(await here.enter(id, asks('n3', 3))).toMatchObject({ state: 'ADMITTED' });
      expect(await here.enter(id, asks('n4', 4))).toMatchObject({ state: 'WAITING', place: 1 });
      // Another process in the same moment admits nobody else.
      expect(await here.admit(id, step(50, { rate: 2 }))).toMatchObject({ waiting: 3, inside: 2 });
      // Nor does anybody when those who are inside fill it.
      expect(await here.admit(id, step(5_000, { insideMax: 2 }))).toMatchObject({ waiting: 3, inside: 2 });
      // A long pause is not made up for at once.
      expect(await there.admit(id, step(60_000, { rate: 0.5 }))).toMatchObject({ waiting: 2, admittedLastMinute: 1 });
    });

    test('who has ordered frees the place and keeps the admission; who has not loses it at its end', async () => {
      const { here, there } = await open();
      const id = room();
      for (const [account, number] of [
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ] as const)
        await here.enter(id, asks(account, number));
      await here.admit(id, step(0, { rate: 2, insideMax: 2 }));
      expect(await there.admit(id, step(1_000, { insideMax: 2, ordered: ['a', 'stranger'] }))).toMatchObject({
        ...{ waiting: 0, inside: 2 },
      });
      expect(await here.enter(id, asks('a', 1, { now: at(1_000) }))).toMatchObject({ state: 'ADMITTED' });
      expect(await there.admit(id, step(60_500))).toMatchObject({ inside: 1 });
      const over = asks('b', 9, { now: at(60_500) });
      expect(await here.enter(id, over)).toEqual({ state: 'GONE' });
      // An older receipt brings no old place back, and a new entry is a new number.
      expect(await here.enter(id, { ...over, kept: 2 })).toEqual({ state: 'GONE' });
      expect(await here.enter(id, { ...over, kept: 2, again: true })).toMatchObject({ state: 'WAITING', number: 9 });
    });

    test('an admission has ended at its end, also before anybody else is admitted', async () => {
      const { here, there } = await open();
      const id = room();
      await here.enter(id, asks('a', 1));
      await here.admit(id, step(0));
      expect(await there.enter(id, asks('a', 9, { now: at(59_999) }))).toMatchObject({ state: 'ADMITTED' });
      const over = asks('a', 9, { now: at(60_000) });
      expect(await there.enter(id, over)).toEqual({ state: 'GONE' });
      expect(await here.enter(id, { ...over, again: true })).toEqual({ state: 'WAITING', number: 9, place: 1 });
    });

    test('who leaves gives the place to the next, and comes back at the end', async () => {
      const { here, there } = await open();
      const id = room();
      for (const [account, number] of [
        ['a', 1],
        ['b', 2],
      ] as const)
        await here.enter(id, asks(account, number));
      await there.leave(id, 'a', at(0));
      expect(await here.enter(id, asks('b', 2))).toMatchObject({ place: 1 });
      expect(await here.enter(id, asks('a', 8, { kept: 1 }))).toEqual({ state: 'GONE' });
      expect(await here.enter(id, asks('a', 8, { kept: 1, again: true }))).toMatchObject({ number: 8, place: 2 });
      await there.admit(id, step(0));
      await there.leave(id, 'b', at(0));
      expect(await here.enter(id, asks('b', 9))).toEqual({ state: 'GONE' });
      expect(await here.admit(id, step(50))).toMatchObject({ waiting: 1, inside: 0 });
    });

    test('a store that lost all gets the order back from receipts before it admits anybody [TIC-06:lost-store]', async () => {
      const { here, there, lose } = await open();
      const id = room();
      for (const [account, number] of [
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ] as const)
        await here.enter(id, asks(account, number));
      await here.admit(id, step(0));
      await lose();
      // A gateway asks how the sale stands before it looks where somebody is.
      await here.admit(id, step(900));
      expect(await there.enter(id, asks('c', 50, { kept: 3, now: at(1_000) }))).toMatchObject({ number: 3, place: 1 });
      const load = await here.admit(id, step(1_500));
      expect(load).toMatchObject({ waiting: 1, inside: 0, restoringUntil: at(1_000 + RESTORE_MS) });
      // Who came meanwhile without a receipt stands behind those who were here.
      await here.enter(id, asks('d', 60, { now: at(2_000) }));
      expect(await there.enter(id, asks('b', 51, { kept: 2, now: at(3_000) }))).toMatchObject({ number: 2, place: 1 });
      expect(await here.enter(id, asks('c', 3))).toMatchObject({ place: 2 });
      expect(await here.admit(id, step(1_000 + RESTORE_MS))).toMatchObject({ waiting: 1, restoringUntil: undefined });
      expect(await here.enter(id, asks('b', 2, { now: at(RESTORE_MS) }))).toMatchObject({ state: 'ADMITTED' });
    });

    test('what is found lost before the opening is brought back after it, and once [TIC-06:lost-store]', async () => {
      const { here, there } = await open();
      const opensAt = at(2 * RESTORE_MS);
      const restoring = async (now: Date) => {
        const id = room();
        await there.enter(id, asks('a', 1, { kept: 1, opensAt, now }));
        await there.enter(id, asks('b', 2, { kept: 2, opensAt, now: new Date(now.getTime() + 5_000) }));
        return (await here.admit(id, { ...step(0), now, rate: 0, insideMax: 0 })).restoringUntil;
      };
      // Each page asks again before the hour.
      expect(await restoring(at(-1))).toEqual(at(RESTORE_MS - 1));
      expect(await restoring(at(0))).toEqual(at(3 * RESTORE_MS));
      expect(await restoring(opensAt)).toEqual(at(3 * RESTORE_MS));
      expect(await restoring(at(3 * RESTORE_MS))).toEqual(at(4 * RESTORE_MS));
    });

    test('thousands enter at once, each once, in the order of their numbers', async () => {
      const { here, there } = await open();
      const id = room();
      const numbers = Array.from({ length: 2_000 }, (_item, index) => (index * 7_919) % 2_000);
      await Promise.all(
        numbers.map((number, index) => (index % 2 ? here : there).enter(id, asks(`account ${number}`, number))),
      );
      expect(await here.admit(id, step(0, { rate: 500, insideMax: 500 }))).toMatchObject({
        waiting: 1_500,
        inside: 500,
      });
      expect(await there.enter(id, asks('account 499', 0))).toMatchObject({ state: 'ADMITTED' });
      expect(await there.enter(id, asks('account 500', 0))).toMatchObject({ place: 1 });
      expect(await there.enter(id, asks('account 1999', 0))).toMatchObject({ place: 1_500 });
    });
  });
}
