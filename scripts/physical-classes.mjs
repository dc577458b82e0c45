// Layout and icons that say left or right, in place of start or end: a language written from right to left would not turn it around.
import { Visitor } from 'oxc-parser';
import { lineOf, parse, sourcesOf } from './messages.mjs';

/** Classes of Tailwind and the logical ones for them. */
const PHYSICAL = [
  [/^-?m([lr])-/, 'ms-, me-'],
  [/^-?p([lr])-/, 'ps-, pe-'],
  [/^-?(?:left|right)-(?!1\/2$)/, 'start-, end-'],
  [/^text-(?:left|right)$/, 'text-start, text-end'],
  [/^border-[lr](?:-|$)/, 'border-s, border-e'],
  [/^rounded-(?:[lr]|[tb][lr])(?:-|$)/, 'rounded-s, rounded-e, rounded-ss …'],
  [/^scroll-[mp][lr]-/, 'scroll-ms-, scroll-pe- …'],
  [/^(?:float|clear)-(?:left|right)$/, 'float-start, float-end'],
];
/** Icons that point to what comes before or after: turned around by a class of theirs. */
const POINTING = /^(?:Chevron|Arrow)(?:Left|Right)$/;
/** A film plays from left to right in every language, and so does its time. */
const FILM = /^web\/app\/features\/player\//;

function problemsIn(file) {
  const { source, program } = parse(file);
  const problems = [];
  const look = (text, start) => {
    for (const name of text.split(/\s+/)) {
      const plain = name.replace(/^!/, '').replace(/^.*:(?![^[]*\])/, '');
      const found = PHYSICAL.find(([physical]) => physical.test(plain));
      if (found) problems.push(`${file}:${lineOf(source, start)}: ${name}: write ${found[1]}`);
    }
  };
  new Visitor({
    Literal: ({ value, start }) => typeof value === 'string' && look(value, start),
    TemplateElement: ({ value, start }) => look(value.cooked ?? '', start),
    JSXOpeningElement: ({ name, start, end }) => {
      if (!POINTING.test(name.name ?? '') || source.slice(start, end).includes('rtl:')) return;
      problems.push(`${file}:${lineOf(source, start)}: ${name.name}: add rtl:-scale-x-100`);
    },
  }).visit(program);
  return problems;
}

/** For `npm run check`. */
export async function physicalClasses() {
  return sourcesOf('web/app')
    .filter((file) => !FILM.test(file))
    .flatMap(problemsIn);
}
