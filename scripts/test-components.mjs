// What some tests need and a machine may lack. A test file says so in a comment: `@requires ffmpeg`.
import { accessSync, constants, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Where a program lies: on the PATH, or where Go puts what it builds. */
export function findProgram(program) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), join(homedir(), 'go', 'bin'), '/usr/local/go/bin'];
  return folders.map((folder) => join(folder, program)).find(isExecutable);
}

const onPath = (program) => findProgram(program) !== undefined;

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return existsSync(path);
  } catch {
    return false;
  }
}

const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

const components = {
  ffmpeg: {
    present: () => onPath('ffmpeg') && onPath('ffprobe'),
    reason: 'ffmpeg is not installed (apt-get install ffmpeg)',
  },
  chromium: {
    present: () => isExecutable(chromium),
    reason: `there is no Chromium at ${chromium} (apt-get install chromium, or set CHROMIUM_PATH)`,
  },
  go: {
    present: () => onPath('connectconformance') || onPath('go'),
    reason: "Go is not installed, and Connect's conformance suite is not built",
  },
};

/** Why these components are not all here, or nothing when they are. */
export function lacking(names) {
  const reasons = names.map((name) => {
    const component = components[name];
    if (!component) return `no component is called ${name}`;
    return component.present() ? undefined : component.reason;
  });
  return reasons.filter(Boolean).join('; ') || undefined;
}

/** The components that the text of a test file asks for. */
export function requiredBy(source) {
  return [...source.matchAll(/^[ \t]*(?:\/\/|\/?\*+)[ \t]*@requires[ \t]+([a-z]+)/gm)].map(([, name]) => name);
}
