const MESSAGE_CHARACTERS_MAX = 200;
const FRAMES_MAX = 8;

/** An error without what it quotes: its class, its message without values, and where in our files it was thrown. */
export type DescribedError = { error: string; info: string; stack: string[] };

/** Describes what was thrown so that nothing of the person or of what was typed is in it [SYS-07]. */
export function describedError(thrown: unknown): DescribedError {
  if (!(thrown instanceof Error)) return { error: typeof thrown, info: '', stack: [] };
  return { error: thrown.name.slice(0, 80), info: messageOf(thrown), stack: ownFrames(thrown.stack) };
}

function messageOf(thrown: Error): string {
  // Errors of calls say what the server answered to this person; their code is enough.
  const ofCall = [thrown, thrown.cause].find(isOfCall);
  return ofCall ? `code ${ofCall.code}` : withoutValues(thrown.message).slice(0, MESSAGE_CHARACTERS_MAX);
}

const isOfCall = (thrown: unknown): thrown is { code: number | string } =>
  thrown instanceof Error && 'code' in thrown && /^(?:Connect|Api)Error$/.test(thrown.name);

/** What React says in production is a number; what follows it quotes the page. */
const OF_REACT = /^Minified React error #\d{1,4}/;
/** From the first quotation mark to the last one, or to the end; the apostrophe of "can't" is none. */
const QUOTED = /(?:["`“«]|(?<!\p{L})')(?:.*(?:["`”»]|'(?!\p{L}))|.*)/su;
const ADDRESS = /\S*(?:@|:\/\/)\S*|(?<![\p{L}\d])\/\S+|\S*\?\S*=\S*/gu;
const WITH_NUMBER = /[\p{L}\w-]*\d[\p{L}\w.:-]*/gu;

function withoutValues(message: string): string {
  const ofReact = OF_REACT.exec(message);
  if (ofReact) return ofReact[0];
  return message.replace(QUOTED, '…').replace(ADDRESS, '[address]').replace(WITH_NUMBER, '[value]');
}

const FRAME = /(https?:\/\/[^\s()]+):(\d{1,6}):(\d{1,7})\)?$/;
/** Files of a build: the page itself, whose address may name somebody, is none. */
const OWN_FILE = /^\/((?:superadmin\/)?assets\/[\w.-]{1,100}\.js)$/;

function ownFrames(stack = ''): string[] {
  return stack
    .split('\n')
    .flatMap((line) => {
      const [, address = '', row, column] = FRAME.exec(line) ?? [];
      if (!URL.canParse(address)) return [];
      const { origin, pathname } = new URL(address);
      const file = origin === window.location.origin && OWN_FILE.exec(pathname)?.[1];
      return file ? [`${file}:${row}:${column}`] : [];
    })
    .slice(0, FRAMES_MAX);
}
