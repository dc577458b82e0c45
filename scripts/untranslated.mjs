// Texts of the web app that people read and that are no messages, and messages without translation.
import { Visitor } from 'oxc-parser';
import { LANGUAGES, lineOf, messages, parse, sourcesOf, textOf, translations } from './messages.mjs';

/** Names that are the same in every language. */
const NAMES =
  /^(?:Marquee|EOHub|IMDb|YouTube|Vimeo|SoundCloud|Spotify|Facebook|Instagram|Apple Music|TikTok|LinkedIn|Letterboxd|X|Google|HLS|GB|MB|KB|UTC|English)$/;
const TEXT_ATTRIBUTES = new Set(
  'alt aria-description aria-label aria-roledescription aria-valuetext description detail empty fallback hint label lead legend note placeholder title tooltip'.split(
    ' ',
  ),
);
/** Files whose texts people do not read, or which run without the app. */
const OTHER =
  /^web\/app\/(?:language\/|offline\/(?:service-worker|offline-page|offline-words|push-messages)|layout\/(?:theme|signed-in)-script|features\/(?:player\/(?:early-start|ads\/vast-xml)|own-films\/csv\.))|^web\/app\/routes\/profile\/robots/;

const hasWord = (text) => /\p{L}{2}/u.test(text) && !NAMES.test(text.trim().replace(/[.:,]$/, ''));
/** A sentence or a label: begins with a capital and continues with a word, or is one that ends as a sentence does. */
const isSentence = (text) =>
  hasWord(text) &&
  /^\p{Lu}[\p{Ll}’']*(?:[ ,.:!?…]|$)/u.test(text) &&
  (/\s/.test(text.trim()) || /[.!?…]$/.test(text)) &&
  !/^[A-Z][A-Z]|[=<>{}\\]|^(?:Mozilla|Content-|Bearer )/.test(text);

/** Codes of answers and kinds of schema.org: words that only machines read. */
const CODES =
  /^(?:Unauthenticated|Unavailable|Unimplemented|Canceled|Unknown|Internal|Organization|Person|Movie|Event|Place)$/;
/** A word that begins with a capital: a name or a label. */
const isLabel = (text) => /^\p{Lu}\p{Ll}+$/u.test(text) && hasWord(text) && !CODES.test(text);

/** Calls whose texts are for machines: keys, names and messages of errors that are only logged. */
const NOT_SHOWN =
  /^(?:Error|TypeError|RangeError|DOMException|matchMedia|querySelector(?:All)?|getItem|setItem|includes|startsWith|endsWith|split|replace|test|assert|reportError|_|msg|has|get|set|append|setRequestHeader|classNames)$/;

function problemsOf(file) {
  const { source, program } = parse(file);
  const problems = [];
  const report = (node, text) =>
    problems.push(
      `${file}:${lineOf(source, node.start)}: '${text.trim().replace(/\s+/g, ' ').slice(0, 60)}' is no message`,
    );
  const fine = new Set();
  const leave = (node) => {
    if (!node || typeof node !== 'object' || fine.has(node)) return;
    fine.add(node);
    for (const value of Object.values(node)) if (value && typeof value === 'object') leave(value);
  };
  let functions = 0;
  const inside = { enter: () => functions++, leave: () => functions-- };
  new Visitor({
    ImportDeclaration: ({ source: from }) => leave(from),
    ExportNamedDeclaration: ({ source: from }) => leave(from),
    TSLiteralType: leave,
    BinaryExpression(node) {
      if (/^[!=]==?$|^in$/.test(node.operator))
        for (const side of [node.left, node.right]) if (textOf(side) !== undefined) leave(side);
    },
    SwitchCase: ({ test }) => leave(test),
    FunctionDeclaration: inside.enter,
    'FunctionDeclaration:exit': inside.leave,
    FunctionExpression: inside.enter,
    'FunctionExpression:exit': inside.leave,
    ArrowFunctionExpression: inside.enter,
    'ArrowFunctionExpression:exit': inside.leave,
    CallExpression(node) {
      const { callee } = node;
      const name = callee.name ?? callee.property?.name ?? '';
      if (name === '_' && functions === 0) report(node, source.slice(node.start, node.end));
      if (NOT_SHOWN.test(name)) leave(node.arguments[0]);
    },
    NewExpression: ({ callee, arguments: given }) => {
      if (NOT_SHOWN.test(callee.name ?? '') || /Error$/.test(callee.name ?? '')) for (const one of given) leave(one);
    },
    JSXText({ value, start }) {
      if (hasWord(value)) report({ start }, value);
    },
    JSXAttribute(node) {
      const name = node.name.name;
      const text = textOf(node.value);
      if (TEXT_ATTRIBUTES.has(name) && text !== undefined && hasWord(text)) report(node, text);
      if (name === 'className' || name === 'id' || name === 'components' || node.name.namespace) leave(node.value);
    },
    JSXExpressionContainer({ expression }) {
      for (const choice of choicesOf(expression)) {
        const text = textOf(choice);
        if (
          text !== undefined &&
          hasWord(text) &&
          !fine.has(choice) &&
          /\s|^\p{Lu}/u.test(text.trim()) &&
          !/^[a-z]+(?:[-:][\w/.-]+)+(?:\s|$)/.test(text)
        )
          report(choice, text);
      }
    },
    Literal(node) {
      if (typeof node.value === 'string' && !fine.has(node) && (isSentence(node.value) || isLabel(node.value)))
        report(node, node.value);
    },
    TemplateLiteral(node) {
      const text = node.quasis.map(({ value }) => value.cooked).join('0');
      const words = node.quasis.some(({ value }) =>
        /(?:^|\s)\p{L}{2,}\s|\s\p{L}{2,}(?:\s|[.,!?]|$)/u.test(value.cooked),
      );
      if (
        !fine.has(node) &&
        words &&
        !/[=<>/]|--|-\[|\bvar\(|^[a-z-]+(?: [a-z:[\]/.-]+)* 0|^Bearer |px|\d(?:ms|s)\b|^[a-z]+-/.test(text) &&
        /^[\p{L}0“]/u.test(text)
      )
        report(node, text);
    },
  }).visit(program);
  return [...new Set(problems)];
}

/** What an expression may show: the sides of a choice. */
function choicesOf(node) {
  if (node.type === 'ConditionalExpression') return [...choicesOf(node.consequent), ...choicesOf(node.alternate)];
  if (node.type === 'LogicalExpression') return [...choicesOf(node.left), ...choicesOf(node.right)];
  return [node];
}

/** For `npm run check`. */
export async function untranslatedTexts() {
  const problems = sourcesOf('web/app')
    .filter((file) => !OTHER.test(file))
    .flatMap(problemsOf);
  const found = messages();
  for (const language of LANGUAGES) {
    const known = translations(language);
    for (const [message, [place]] of found)
      if (!known.get(message))
        problems.push(`${place}: '${message}' is not in ${language}.po: npm run words, then translate it`);
    for (const message of known.keys())
      if (!found.has(message)) problems.push(`${language}.po: '${message}' is not used: npm run words`);
  }
  return problems;
}
