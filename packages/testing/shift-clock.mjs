// Loaded by `node --import` into one process: its Date is wrong by as many milliseconds as the file in CLOCK_FILE
// says. Timers and performance.now() continue, as when somebody sets the clock of a machine.
import { readFileSync } from 'node:fs';

const RealDate = Date;
const realNow = RealDate.now;
const file = process.env.CLOCK_FILE;
let offsetMs = 0;

function read() {
  try {
    offsetMs = Number(readFileSync(file, 'utf8'));
  } catch {
    offsetMs = 0;
  }
}

const now = () => realNow() + offsetMs;
RealDate.now = now;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, values, asked) => Reflect.construct(target, values.length === 0 ? [now()] : values, asked),
  apply: (target) => new target(now()).toString(),
});

if (file) {
  read();
  // A watch would miss what is written before its first look at the file.
  setInterval(read, 100).unref();
}
