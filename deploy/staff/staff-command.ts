import { openDatabase } from '@marquee/data/database';
import { createOutbox } from '@marquee/events/outbox';
import { readStaffCommand, runStaffCommand, STAFF_USAGE } from '@marquee/identity/staff-cli';
import { systemClock } from '@marquee/runtime/clock';
import { ConfigError } from '@marquee/runtime/config';
import { DomainError } from '@marquee/runtime/errors';
import { createLogger } from '@marquee/runtime/log';
import { memorySignals } from '@marquee/runtime/signals';

export type StaffCommand = NonNullable<ReturnType<typeof readStaffCommand>>;

export const staffLog = createLogger({ service: 'staff', level: 'error', destination: process.stderr });

/** Parses the command line; names and reasons are optional. */
export function staffCommandOf([name, email, ...rest]: string[]): StaffCommand {
  const given = [name, email].filter((word) => word !== undefined);
  const defaults = { add: ['Marquee', 'Staff', ...rest], suspend: ['Suspended by staff'] };
  const isShort = (name === 'add' && rest.length < 2) || (name === 'suspend' && rest.length === 0);
  const command = readStaffCommand([...given, ...(isShort ? defaults[name] : rest)]);
  if (!command) throw new DomainError({ kind: 'INVALID', reason: 'USAGE', message: STAFF_USAGE });
  return command;
}

/** Runs the command on identity's database; running processes learn of it by events. */
export async function runStaffOn(url: string, command: StaffCommand): Promise<string> {
  const db = openDatabase({ url, max: 2, log: staffLog, applicationName: 'staff' });
  try {
    const outbox = createOutbox({ clock: systemClock });
    return await runStaffCommand({ db, outbox, clock: systemClock, signals: memorySignals() }, command);
  } finally {
    await db.close();
  }
}

/** Prints the result, or why the command failed. */
export async function sayWhatCame(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`);
  } catch (error) {
    const isExpected = error instanceof DomainError || error instanceof ConfigError;
    process.stderr.write(`${isExpected ? error.message : (error as Error).stack}\n`);
    process.exitCode = 1;
  }
}
